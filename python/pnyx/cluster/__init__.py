"""Beyond one process: a first level of positions kept by one coordinator, searched in jobs by many workers.

question -> tree -> jobs -> workers -> reports, checked -> store -> tree -> certificate
"""
