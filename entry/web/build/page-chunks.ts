import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const checkout = resolve(import.meta.dirname, '../../..')
const pageImport = /'(\/[^']*)': \(\) => import\('([^']+)'\)/g

interface Chunk {
  fileName: string
  name: string
  facadeModuleId: string | null
  imports: readonly string[]
  dynamicImports: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/** The pages of the light root as the phone parts of the modules, and the root, name them. */
export function listPhonePages() {
  const parts = globSync(['{kernel,engines,applications}/*/web/phone.ts', 'entry/web/light/pages.ts'], {
    cwd: checkout,
  })
  return parts
    .map((part) => resolve(checkout, part))
    .flatMap((part) =>
      [...readFileSync(part, 'utf8').matchAll(pageImport)].map(([, address, file]) => ({
        address: address!,
        part,
        source: resolve(part, '..', file!),
      })),
    )
    .map((page) => ({ ...page, title: findFrameTitle(page.source) }))
}

/** The title in the frame of a `lazyPage`, whose content is loaded after the frame. */
const findFrameTitle = (source: string) => /lazyPage\(\s*\{ title: '([^']+)'/.exec(readFileSync(source, 'utf8'))?.[1]

function createFileTable(chunks: readonly Chunk[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const bySource = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk.fileName]))
  const listFiles = (fileName = ''): string[] => {
    const chunk = byFile.get(fileName)
    return chunk ? [fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...chunk.imports.flatMap(listFiles)] : []
  }
  // Boot fetches the root itself.
  const known = new Set(listFiles(bySource.get(resolve(checkout, 'entry/web/light/main.tsx'))))
  return listPhonePages().map(({ address, part, source, title }) => {
    const page = bySource.get(source)
    if (page === undefined) throw new Error(`page-chunks: the build has no chunk for ${source}`)
    const content = title === undefined ? [] : byFile.get(page)!.dynamicImports
    const files = [...new Set([bySource.get(part), page, ...content].flatMap(listFiles))]
    return [address, { title, files: files.filter((file) => !known.has(file)) }] as const
  })
}

/**
 * Writes into the document which files each page of the light root needs, and fetches React together with boot.
 * Otherwise a phone learns of them one after the other: boot, the root, the part of the module, the frame, the content.
 */
export const pageChunks = (): Plugin => ({
  name: 'page-chunks',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk') as readonly Chunk[]
      const react = chunks.find(({ name }) => name === 'react')!
      return [
        ...[react.fileName, ...react.imports].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'page-files' },
          children: JSON.stringify(Object.fromEntries(createFileTable(chunks))),
          injectTo: 'body' as const,
        },
      ]
    },
  },
})
