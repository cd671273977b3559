import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { antdParts } from './build/antd-parts.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { chunkPackages } from './build/chunk-packages.ts'
import { documents } from './build/documents.ts'
import { pageChunks } from './build/page-chunks.ts'
import { pdfAssets } from './build/pdf-assets.ts'
import { blockFirstPaint } from './build/block-first-paint.ts'

const here = import.meta.dirname
const checkout = resolve(here, '../..')

const filesOf = (...paths: string[]) => new RegExp(paths.map((path) => path.replaceAll('/', '[\\\\/]')).join('|'))

/** Used on every page of both roots, and by the lists of both: as a chunk of their own these would be one request more. */
const everywhere = filesOf(
  'packages/web/core/(appearance|base|big-text|call-error|client-errors|logo|page-title|samples|session|theme|tokens)\\.(css|ts|tsx)$',
  'packages/core/ret\\.ts$',
  'entry/web/closed-applications\\.ts$',
  'packages/web/light/theme-switch\\.module\\.css',
  'packages/web/core/(list/(columns|day-range-filter)|format/(date-range|time))\\.ts$',
  'node_modules/zustand/',
)
/** Used on every page of the light root. */
const everyPage = filesOf(
  'packages/web/light/(big-text-button|button|icons|lazy-component)\\.',
  'packages/web/light/public-page/site-foot',
)
/** Used on every page of the light root with content or actions. */
const everyTask = filesOf(
  'packages/web/light/(bar|card|foot|lazy-page|more-icons|note|page|part-icons|row|state-notice|tag)\\.',
)
/** Used by every list of the light root that loads rows. */
const everyPhoneList = filesOf(
  'packages/web/light/(desk-link|use-loaded|use-toast)\\.',
  'packages/web/light/list/(list-address|list-rows|list-search|phone-list|use-rows)\\.',
  'packages/web/light/toast\\.module',
)
/** Used on every sign-in page. */
const everySignInPage = filesOf(
  'packages/web/light/(checkbox|field)\\.',
  'kernel/session/web/phone/sign-in/(captcha-row|sign-in-flow|redirect-after-sign-in|form|sign-in-frame|sign-in-heading|sign-in-error|sign-in-message|form-error)\\.',
  'kernel/session/web/forms/(use-captcha|use-form)\\.',
  'kernel/session/web/phone/sign-in/(sign-in-form|use-sign-in-methods)\\.',
)

export default defineConfig(({ mode }) => {
  const { QIMING_WEB_PORT: port = '5173', QIMING_API_PORT: api = '3000' } = loadEnv(mode, checkout, 'QIMING_')
  const chunks = chunkGroups(checkout, everywhere)
  return {
    root: here,
    plugins: [
      react(),
      documents(),
      antdParts(),
      pdfAssets(),
      chunks.plugin,
      chunkPackages(),
      blockFirstPaint(),
      pageChunks(),
    ],
    server: {
      host: '127.0.0.1',
      port: Number(port),
      strictPort: true,
      // The browser's host is passed on, because the server builds absolute addresses from it.
      proxy: { '/api': { target: `http://127.0.0.1:${api}`, changeOrigin: false } },
    },
    build: {
      outDir: resolve(checkout, 'dist/web'),
      emptyOutDir: true,
      target: ['es2022', 'chrome109'],
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            // The libraries of both roots keep their chunk names over our releases, so they stay in caches.
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              { name: 'core', test: everywhere, includeDependenciesRecursively: false },
              // The shared files in one chunk: a dozen small chunks are a quarter larger.
              { name: 'light', test: everyPage, includeDependenciesRecursively: false },
              { name: 'task', test: everyTask, includeDependenciesRecursively: false },
              { name: 'phone-list', test: everyPhoneList, includeDependenciesRecursively: false },
              { name: 'doors', test: everySignInPage, includeDependenciesRecursively: false },
              { name: chunks.name, debugName: 'modules', includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  }
})
