import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

const here = import.meta.dirname
const checkout = resolve(here, '../..')

const everyDoor = new RegExp(
  [
    'packages/web/light/(button|checkbox|field|icons|late)\\.',
    'entry/web/light/sign-in/(captcha-row|doorway|enter|form|frame|heading|locked|message|scenery|wrong)\\.',
    'entry/web/forms/(use-captcha|use-form)\\.',
    'entry/web/light/sign-in/(sign-in-form|use-dingtalk-door)\\.',
  ]
    .map((path) => path.replaceAll('/', '[\\\\/]'))
    .join('|'),
)

export default defineConfig(({ mode }) => {
  const { QIMING_WEB_PORT: port = '5173', QIMING_API_PORT: api = '3000' } = loadEnv(mode, checkout, 'QIMING_')
  return {
    root: here,
    plugins: [react()],
    server: {
      host: '127.0.0.1',
      port: Number(port),
      strictPort: true,
      // The host that the browser asked for is passed on: addresses that the server hands out are made of it.
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
            // What both roots stand on keeps its name over releases of ours, so it stays in people's caches.
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
              // What every door needs comes in one piece: a dozen small ones are a quarter heavier.
              { name: 'doors', test: everyDoor, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  }
})
