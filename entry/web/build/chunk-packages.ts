import type { Plugin } from 'vite'

const packageOf = (id: string) =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]?.replace('\\', '/')

/** The web part of a module: `kernel/org/web/index.ts`. */
const webPartOf = (id: string) =>
  /[\\/]((?:kernel|engines|applications)[\\/][^\\/]+[\\/]web[\\/](?:api|index|phone)\.ts)$/
    .exec(id)?.[1]
    ?.replaceAll('\\', '/')

/**
 * Records the packages and the web parts of modules in each chunk, so that tools/compress.ts can check what must not be
 * in a first load.
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
  },
})
