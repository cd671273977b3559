import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }

/** The path from which the viewer loads the assets. The version in the name allows browsers to cache them forever. */
const folder = `assets/pdf-${version}`

/**
 * Our file name → the file in pdf.js. The worker is named .js so that it is compressed and served like our own
 * scripts.
 */
const files = new Map([
  ['worker.js', 'legacy/build/pdf.worker.min.mjs'],
  // Decoders for scans. The WebAssembly versions would need an exception in the content security policy.
  ['decoders/jbig2_nowasm_fallback.js', 'wasm/jbig2_nowasm_fallback.js'],
  ['decoders/openjpeg_nowasm_fallback.js', 'wasm/openjpeg_nowasm_fallback.js'],
  ...listFiles('wasm/LICENSE*{JBIG2,OPENJPEG}', 'decoders'),
  ...listFiles('cmaps/*', 'cmaps'),
  ...listFiles('standard_fonts/*', 'fonts'),
])

function listFiles(pattern: string, target: string): [string, string][] {
  return globSync(pattern, { cwd: home }).map((file) => [`${target}/${basename(file)}`, file])
}

/** Files that pdf.js fetches itself, when a document needs them: its worker, Chinese character maps, standard fonts. */
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
