import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '..')

const packageOf = (id: string) =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]?.replace('\\', '/')

/** The web part of a module: `kernel/org/web/index.ts`. */
const webPartOf = (id: string) =>
  /[\\/]((?:kernel|engines|applications)[\\/][^\\/]+[\\/]web[\\/](?:api|index|phone)\.ts)$/
    .exec(id)?.[1]
    ?.replaceAll('\\', '/')

/**
 * Records the packages and the web parts of modules in each chunk, so that tools/compress.ts can check what must not be
 * in a first load; and the chunk of each of our files, because a chunk of several pages has no name in the manifest.
 */
export const chunkPackages = (): Plugin => ({
  name: 'chunk-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const record = (name: string, of: (id: string) => string | undefined) => {
      const found = chunks.map(({ fileName, modules }) => [
        fileName,
        [...new Set(Object.keys(modules).map(of))].filter(Boolean),
      ])
      const source = JSON.stringify(Object.fromEntries(found), null, 1)
      this.emitFile({ type: 'asset', fileName: `.vite/${name}.json`, source })
    }
    record('packages', packageOf)
    record('web-parts', webPartOf)
    const sources = chunks.flatMap(({ fileName, modules }) =>
      Object.keys(modules)
        .filter((id) => !packageOf(id) && !id.startsWith('\0'))
        .map((id) => [relative(root, id).replaceAll('\\', '/'), fileName]),
    )
    const source = JSON.stringify(Object.fromEntries(sources), null, 1)
    this.emitFile({ type: 'asset', fileName: '.vite/sources.json', source })
  },
})
