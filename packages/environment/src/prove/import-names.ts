/** Distributions whose import name is another than their own. */
const wellKnown: ReadonlyMap<string, string> = new Map([
  ['attr', 'attrs'],
  ['bs4', 'beautifulsoup4'],
  ['cairo', 'pycairo'],
  ['Crypto', 'pycryptodome'],
  ['cv2', 'opencv-python-headless'],
  ['dateutil', 'python-dateutil'],
  ['docx', 'python-docx'],
  ['dotenv', 'python-dotenv'],
  ['flask_sqlalchemy', 'flask-sqlalchemy'],
  ['git', 'gitpython'],
  ['google', 'protobuf'],
  ['jose', 'python-jose'],
  ['jwt', 'pyjwt'],
  ['ldap3', 'ldap3'],
  ['magic', 'python-magic'],
  ['OpenSSL', 'pyopenssl'],
  ['PIL', 'pillow'],
  ['pkg_resources', 'setuptools'],
  ['pytest_lazyfixture', 'pytest-lazy-fixture'],
  ['serial', 'pyserial'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['slugify', 'python-slugify'],
  ['socks', 'pysocks'],
  ['yaml', 'pyyaml'],
  ['zmq', 'pyzmq'],
])

/** The distribution that most likely brings a top-level module. */
export function distributionOf(module: string): string {
  return wellKnown.get(module) ?? module.replaceAll('_', '-').toLowerCase()
}
