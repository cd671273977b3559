import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }

/** Where the viewer looks for them: the version in the name lets browsers keep them for good. */
const folder = `assets/pdf-${version}`

/** Its name for us → where pdf.js has it. The worker is called .js, so that it is packed and served like our own. */
const files = new Map([
  ['worker.js', 'legacy/build/pdf.worker.min.mjs'],
  // What scans are often packed with; the WebAssembly beside it would need a hole in the page's policy.
  ['decoders/jbig2_nowasm_fallback.js', 'wasm/jbig2_nowasm_fallback.js'],
  ['decoders/openjpeg_nowasm_fallback.js', 'wasm/openjpeg_nowasm_fallback.js'],
  ...listFiles('wasm/LICENSE*{JBIG2,OPENJPEG}', 'decoders'),
  ...listFiles('cmaps/*', 'cmaps'),
  ...listFiles('standard_fonts/*', 'fonts'),
])

function listFiles(pattern: string, target: string): [string, string][] {
  return globSync(pattern, { cwd: home }).map((file) => [`${target}/${basename(file)}`, file])
}

/** What pdf.js fetches by itself, and only when a document needs it: its worker, Chinese character maps, standard fonts. */
export const pdfAssets = (): Plugin => ({
  name: 'pdf-assets',
  configureServer({ middlewares }) {
    middlewares.use(`/${folder}`, (request, response, next) => {
      const file = files.get((request.url ?? '').slice(1).replace(/\?.*$/, ''))
      if (!file || !existsSync(join(home, file))) return next()
      response.setHeader('content-type', file.endsWith('js') ? 'text/javascript' : 'application/octet-stream')
      createReadStream(join(home, file)).pipe(response)
    })
  },
  generateBundle() {
    for (const [name, file] of files) {
      this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: readFileSync(join(home, file)) })
    }
  },
})
