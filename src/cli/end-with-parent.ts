// Loaded into a child process before its program: the channel between the two closes however the parent ends, and the
// child then ends in an orderly way.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
