// What answers tell the browser to refuse. The same words each time, so they are put together once.
const contentSecurity = {
  'default-src': "'self'",
  'script-src': "'self'",
  // antd writes its styles into the page as it needs them.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
}

/** For documents and their parts. */
export const pageHeaders = {
  'content-security-policy': Object.entries(contentSecurity)
    .map((rule) => rule.join(' '))
    .join('; '),
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
}

/** For answers of the API: never kept, never taken for a document, and if somebody opens one as a page it can do nothing. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
