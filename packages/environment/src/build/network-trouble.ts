/** What pip and uv say when the network, the index or the disk is at fault. */
const troubles =
  /name resolution|Name or service not known|NewConnectionError|Connection (?:refused|reset|aborted)|Network is unreachable|No route to host|Read timed out|ReadTimeoutError|ConnectTimeoutError|ProxyError|CERTIFICATE_VERIFY_FAILED|SSLError|error sending request|dns error|operation timed out|No space left on device|Max retries exceeded|HTTP error 5\d\d|\b5\d\d (?:Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)|server error \(5\d\d|too many 5\d\d|Could not install packages due to an OSError: .*(?:Errno 28|HTTPSConnectionPool)/i

/** True when an installer's output blames the machine or the index, not the package: that is no verdict. */
export function isNetworkTrouble(output: string): boolean {
  return troubles.test(output)
}
