"""The one source of data shapes: everything that is sent or received, as typed structs.

From them come the validation of requests, the encoding of answers, the OpenAPI document, the JSON
Schemas in `docs/schemas` and the browser's `types.ts`; `tools/write_shapes.py` writes the files.
A struct that is called like a class of the game ends in `Shape`; its schema does not.
"""
