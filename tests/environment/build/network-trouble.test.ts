import { isNetworkTrouble } from '@quarry/environment'
import { expect, test } from 'vitest'

test.each([
  'ERROR: HTTP error 503 while getting https://index.example/packages/a-1.tar.gz',
  'requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://index.example/simple/a/',
  'error: Failed to fetch: `https://index.example/simple/a/`: HTTP status server error (502 Bad Gateway)',
  "Max retries exceeded with url: /simple/a/ (Caused by ResponseError('too many 503 error responses'))",
  '[Errno -2] Name or service not known',
  'OSError: [Errno 28] No space left on device',
])('an index that is down, or a full disk, says nothing about the package: %s', (output) => {
  expect(isNetworkTrouble(output)).toBe(true)
})

test.each([
  'ERROR: No matching distribution found for nosuchthing==9',
  'error: subprocess-exited-with-error: 503 files compiled, 1 failed',
  'ERROR: HTTP error 404 while getting https://index.example/packages/a-1.tar.gz',
])('but this does: %s', (output) => {
  expect(isNetworkTrouble(output)).toBe(false)
})
