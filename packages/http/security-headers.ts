// Security headers, constant and built once.
const contentSecurity = ({ connect = [], media = [] }: PageSources) => ({
  'default-src': "'self'",
  'script-src': "'self'",
  // antd inserts its styles at run time.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': ["'self' data: blob:", ...media].join(' '),
  'media-src': ["'self' blob:", ...media].join(' '),
  // Content from there is never shown in a frame: a download uses a hidden frame, so that a failure leaves the page
  // alone.
  'frame-src': ["'self'", ...media].join(' '),
  'connect-src': ["'self'", ...connect].join(' '),
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
  // Text becomes markup or a script URL only through the policies of packages/web/core (trusted-types.ts,
  // built-markup.ts).
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default documents',
})

/** One year. Only the operator knows whether all hosts below a domain have TLS. */
export const strictTransport = {
  plain: 'max-age=31536000',
  withSubdomains: 'max-age=31536000; includeSubDomains',
}

/** Further origins that a page may connect to, and those that it may show images, video and audio from. */
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

/** For scripts, styles and pictures of the pages, which are no documents: the policies of the page apply to them. */
export const assetHeaders = {
  'strict-transport-security': strictTransport.plain,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** For API answers: not cached, not treated as a document, and harmless if opened as a page. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': strictTransport.plain,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
