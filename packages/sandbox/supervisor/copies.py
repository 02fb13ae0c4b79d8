"""Real directories, filled anew for each command: where there is no mount namespace, or no overlay."""

import os
import shutil

from steps import step


def lay(spec):
    user = spec["user"]
    for entry in spec["fresh"]:
        with step("lay fresh files at %s" % entry["target"]):
            remove(entry["target"])
            os.makedirs(entry["target"])
            fill(entry["target"], entry["tree"], user["inner_uid"], user["inner_gid"])
            os.chmod(entry["target"], entry["mode"])


def fill(target, tree, uid, gid):
    """Copies the tree, if any, and gives everything to the user."""
    if tree is not None:
        shutil.copytree(tree, target, symlinks=True, dirs_exist_ok=True)
    if os.geteuid() != 0:
        return  # it is the user's already
    os.chown(target, uid, gid)
    for directory, names, files in os.walk(target):
        for name in names + files:
            os.chown(os.path.join(directory, name), uid, gid, follow_symlinks=False)


def remove(target):
    """Removes a directory, those that a command made unwritable included."""
    if not os.path.lexists(target):
        return
    for directory, names, _ in os.walk(target):
        for name in names:
            below = os.path.join(directory, name)
            if not os.path.islink(below):
                os.chmod(below, 0o700)
    shutil.rmtree(target)
