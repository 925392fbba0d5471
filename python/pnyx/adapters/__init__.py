"""Files and objects of other programs, in and out."""
