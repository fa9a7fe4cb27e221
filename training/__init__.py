"""How the network is trained. Nothing in the package imports it.

Its own extensions, the learner and the duels, are not part of the package: they are compiled into
build/ on the first import, and again when a source has changed.
"""

from training.build import extension_folder

__path__.append(str(extension_folder()))
