#!/usr/bin/env node
// Plain old JavaScript: an older Node must be able to read this file far enough to say that it is too old.
var needed = [22, 18]
var version = process.versions.node.split('.').map(Number)

if (version[0] < needed[0] || (version[0] === needed[0] && version[1] < needed[1])) {
  process.stderr.write(
    'quarry: Node ' + needed.join('.') + ' or newer is needed, this is ' + process.versions.node + '\n',
  )
  process.exitCode = 2
} else {
  void start()
}

/** In a checkout the sources run as they are: packages resolve to each other's src by the `quarry-source` condition. */
function start() {
  var imports = Promise.all([import('node:module'), import('node:fs'), import('node:url')])
  return imports.then(function (modules) {
    var source = new URL('../src/main.ts', import.meta.url)
    if (!modules[1].existsSync(source)) return import(new URL('../dist/main.js', import.meta.url).href)
    // Stripping types and compiling is half of a short run; both are kept from one run to the next.
    modules[0].enableCompileCache(
      modules[2].fileURLToPath(new URL('../../../node_modules/.cache/quarry', import.meta.url)),
    )
    modules[0].registerHooks({
      resolve: function (specifier, context, next) {
        context.conditions = ['quarry-source'].concat(context.conditions)
        return next(specifier, context)
      },
    })
    return import(source.href)
  })
}
