"""Mesh files from elsewhere as scenes: glTF, OBJ and PLY files, textured or coloured, labelled or not."""
