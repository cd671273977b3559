export { createEntityTag } from './cache-rules.ts'
export { boardRead, getReadUrl, runRead, type BoardRead, type BoardReads } from './board-reads.ts'
export { compressAnswers } from './compression.ts'
export { sweepIdempotency } from './idempotency.ts'
export { defineCounter } from './metrics.ts'
export { askRouteGuards, mount, refuseAccess } from './mount.ts'
export { mountOutside, type OutsideCtx } from './mount-outside.ts'
export { insertOutsideOperation, sweepOutsideKeys } from './outside-writes.ts'
export { startOps } from './ops.ts'
export {
  defineServerModule,
  type Client,
  type Credential,
  type Env,
  type LoggedOperation,
  type RequestCtx,
  type Portal,
  type ServerModule,
} from './portal.ts'
export { apiHeaders } from './security-headers.ts'
export { createBareServer, createServer, getHttpStatus, type BareOptions, type ServerOptions } from './server.ts'
export { mountStream, type StreamWriter } from './stream.ts'
export { parseTokenDistrict, hashToken, isPlatformToken, newToken } from './token.ts'
export { inOwnDistrict } from './own-district.ts'
