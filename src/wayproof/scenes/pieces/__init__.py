"""What furniture is built from: pieces and finishes that several families of things share."""
