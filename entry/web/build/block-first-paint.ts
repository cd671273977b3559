import type { Plugin } from 'vite'

/** The first paint waits for boot, so that a dark page does not start with a white flash. */
export const blockFirstPaint = (): Plugin => ({
  name: 'block-first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script blocking="render" type="module"'),
  },
})
