-- A store as version 1 of the schema had it: without an index of jobs by position, and without notes.
CREATE TABLE pnyx_meta (
	name VARCHAR NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (name)
);
INSERT INTO pnyx_meta VALUES('schema','1');
INSERT INTO pnyx_meta VALUES('question','{"game": "tic-tac-toe", "position": "XX./OO./... x", "goal": "win", "options": {}}');
CREATE TABLE pnyx_jobs (
	number INTEGER NOT NULL,
	place INTEGER NOT NULL,
	"key" BLOB NOT NULL,
	position TEXT NOT NULL,
	budget INTEGER NOT NULL,
	verdict VARCHAR NOT NULL,
	reason TEXT,
	nodes INTEGER NOT NULL,
	seconds FLOAT NOT NULL,
	proof INTEGER NOT NULL,
	disproof INTEGER NOT NULL,
	children TEXT,
	worker TEXT NOT NULL,
	finished VARCHAR NOT NULL,
	certificate BLOB,
	PRIMARY KEY (number)
);
INSERT INTO pnyx_jobs VALUES(1,1,X'af70b9fa5c63cd0340225a676c548f68a8d8a3a57c83fbdedbbd6d01deafa1a5','XX./OO./... x',5,'unknown','nodes',5,0.25,1,7,
	'[["c3", 0, 4294967295], ["a1", 2, 1]]','worker-1','2026-11-17T20:00:00.000+00:00',NULL);
INSERT INTO pnyx_jobs VALUES(2,2,X'2a31a3a0485942c4479103a12a5b2c1a477e3a453b8e0a91caaa74a65ae29fbe','XXX/OO./... o',5,'proven',NULL,1,0.5,0,4294967295,
	NULL,'worker-2','2026-11-17T20:00:01.000+00:00',X'706e797820636572746966696361746520310A');
CREATE TABLE pnyx_facts (
	place INTEGER NOT NULL,
	"key" BLOB NOT NULL,
	position TEXT NOT NULL,
	verdict VARCHAR NOT NULL,
	job INTEGER,
	move TEXT,
	PRIMARY KEY (place),
	UNIQUE ("key")
);
INSERT INTO pnyx_facts VALUES(1,X'2a31a3a0485942c4479103a12a5b2c1a477e3a453b8e0a91caaa74a65ae29fbe','XXX/OO./... o','proven',2,NULL);
INSERT INTO pnyx_facts VALUES(2,X'af70b9fa5c63cd0340225a676c548f68a8d8a3a57c83fbdedbbd6d01deafa1a5','XX./OO./... x','proven',NULL,'c3');
