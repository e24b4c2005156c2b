const { TestEnvironment } = require('jest-environment-node');

/** One failure kills a mutant: what would come after it is skipped, but for what cleans up. */
module.exports = class FirstFailureEnvironment extends TestEnvironment {
  hasFailed = false;

  async handleTestEvent(event) {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.hasFailed = true;
    if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
  }
};
