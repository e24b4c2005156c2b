// Unpacks the browser that the npm package carries, with the libraries and fonts that it needs, below the folder in TMPDIR. Run by
// browser.mjs with AWS_LAMBDA_JS_RUNTIME set: only then does the package unpack its libraries too, which a bare Debian lacks.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
