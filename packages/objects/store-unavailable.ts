import { S3ServiceException } from '@aws-sdk/client-s3'

/** Whether a failure means that the store is unavailable, and not that the request was wrong. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 0) >= 500
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code) || error.name === 'TimeoutError'
}
