// What answers tell the browser to refuse. The same words each time, so they are put together once.
const contentSecurity = ({ connect = [], media = [] }: PageSources) => ({
  'default-src': "'self'",
  'script-src': "'self'",
  // antd writes its styles into the page as it needs them.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': ["'self' data: blob:", ...media].join(' '),
  'media-src': ["'self' blob:", ...media].join(' '),
  // Nothing is shown in a frame from there: a download goes through one, so that a failed one leaves the page alone.
  'frame-src': ["'self'", ...media].join(' '),
  'connect-src': ["'self'", ...connect].join(' '),
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
  // Text becomes markup or an address of a script only through the policies of packages/web/core (trusted-types.ts, built-markup.ts).
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default documents',
})

/** A year. Whether everything below a name has TLS too only its operator knows. */
export const strictTransport = {
  plain: 'max-age=31536000',
  withSubdomains: 'max-age=31536000; includeSubDomains',
}

/** Origins besides our own: where a page may send and fetch, and where it may show pictures, films and sounds from. */
export interface PageSources {
  connect?: readonly string[]
  media?: readonly string[]
}

/** For documents and their parts. */
export const pageHeadersFor = (sources: PageSources = {}) => ({
  'content-security-policy': Object.entries(contentSecurity(sources))
    .map((rule) => rule.join(' '))
    .join('; '),
  'strict-transport-security': strictTransport.plain,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
})

/** For answers of the API: never kept, never taken for a document, and if somebody opens one as a page it can do nothing. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': strictTransport.plain,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
