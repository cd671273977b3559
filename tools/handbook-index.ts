import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareChapters } from '../entry/web/light/help/chapter.ts'
import { compileDocument } from '../entry/web/build/documents.ts'

const heading = `# 使用手册

由 \`pnpm generate\` 生成，请勿手工修改。各模块的章节在模块目录的 \`help.md\` 里，通用的章节在本目录。

| 章节 | 文件 |
|---|---|
`

/** The table of contents of the handbook, in the order of its chapters. */
export function buildHandbookIndex(root: string): string {
  const files = globSync('{docs/users/*.md,{kernel,engines,applications}/*/{help.md,help/*.md}}', {
    cwd: root,
    exclude: ['docs/users/README.md'],
  })
  const chapters = files.map((file) => ({ file, ...compileDocument(readFileSync(join(root, file), 'utf8')) }))
  const rows = chapters
    .toSorted(compareChapters)
    .map(({ title, file }) => `| [${title}](../../${file}) | \`${file}\` |\n`)
  return heading + rows.join('')
}
