import type { Plugin } from 'vite'

const packageOf = (id: string) =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]?.replace('\\', '/')

/** Records the packages of each chunk, so that tools/compress.ts can check what must not be in a first load. */
export const chunkPackages = (): Plugin => ({
  name: 'chunk-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const packages = chunks.map(({ fileName, modules }) => [
      fileName,
      [...new Set(Object.keys(modules).map(packageOf))].filter(Boolean),
    ])
    const source = JSON.stringify(Object.fromEntries(packages), null, 1)
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source })
  },
})
