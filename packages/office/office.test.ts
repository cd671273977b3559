import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocuments } from '#packages/testing'
import { NotConvertible, convertToPdf, convertToXlsx, type ConvertOptions } from './index.ts'

const run = promisify(execFile)
let folder: string
let letter: string
let sheet: string
let wide: string
let slides: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-test-'))
  ;[letter] = (await makeDocuments(folder, [{ name: 'letter.html', text: letterSource }], 'docx')) as [string]
  const sheets = [
    { name: 'pupils.csv', text: '学校,人数\n实验小学,1200\n' },
    { name: 'wide.csv', text: Array.from({ length: 30 }, (_, column) => `第${column}列`).join(',') },
  ]
  ;[sheet, wide] = (await makeDocuments(folder, sheets, 'xlsx')) as [string, string]
  ;[slides] = (await makeDocuments(folder, [{ name: 'report.fodp', text: slidesSource }], 'ppt')) as [string]
})
afterAll(() => rm(folder, { recursive: true }))

const face = (name: string, content: string) => `<p style="font-family:'${name}';font-size:16pt">${content}</p>`
const letterSource = `<html><head><meta charset="utf-8"></head><body>
  ${face('方正小标宋简体', '关于做好期末工作的通知')}${face('仿宋_GB2312', '各中小学校：')}
  ${face('楷体_GB2312', '（一）时间安排')}${face('黑体', '一、总体要求')}${face('Times New Roman', '2026')}${face('Yunhe Licensed1', 'by 2026')}
</body></html>`
const slidesSource = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  office:mimetype="application/vnd.oasis.opendocument.presentation">
  <office:body><office:presentation>${['开学汇报', '谢谢']
    .map(
      (words) => `<draw:page><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm">
      <draw:text-box><text:p>${words}</text:p></draw:text-box></draw:frame></draw:page>`,
    )
    .join('')}</office:presentation></office:body>
</office:document>`

const convert = async (path: string, suffix = path.split('.').at(-1)!, options: Partial<ConvertOptions> = {}) => {
  const to = at('out.pdf')
  const pdf = await convertToPdf({ path, suffix }, { to, ...options })
  const { stdout: text } = await run('pdftotext', [to, '-'])
  const { stdout: fonts } = await run('pdffonts', [to])
  return { ...pdf, text, fonts }
}

describe('converting an office document to PDF', () => {
  it('converts a letter with substitutes for licensed fonts', async () => {
    const { pages, size, text, fonts } = await convert(letter)
    expect(pages).toBe(1)
    expect(size).toBe((await stat(at('out.pdf'))).size)
    for (const words of ['关于做好期末工作的通知', '各中小学校', '（一）时间安排', '一、总体要求'])
      expect(text).toContain(words)
    for (const name of [
      'NotoSerifCJKjp-Bold',
      'BousungEG-Light-GB',
      'WenQuanYiMicroHei',
      'GBZenKai',
      'LiberationSerif',
    ])
      expect(fonts).toContain(name)
    for (const name of ['DejaVu', 'LiberationMono']) expect(fonts).not.toContain(name)
  })

  it('uses the customer’s own fonts, if there are any', async () => {
    // A free font under a name of the same length.
    const bytes = await readFile('/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf')
    const [from, to] = ['Liberation Mono', 'Yunhe Licensed1']
    for (const [old, other] of [[inUtf16(from), inUtf16(to)] as const, [Buffer.from(from), Buffer.from(to)] as const])
      for (let found = bytes.indexOf(old); found >= 0; found = bytes.indexOf(old, found + 1)) other.copy(bytes, found)
    const fontsFolder = at('faces')
    await mkdir(fontsFolder)
    await writeFile(join(fontsFolder, 'own.ttf'), bytes)
    await chmod(folder, 0o755)
    expect((await convert(letter, 'docx', { fontsFolder })).fonts).toContain('LiberationMono')
  })
  const inUtf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()

  it('converts a sheet, also one wider than its paper', async () => {
    expect((await convert(sheet)).text).toContain('实验小学')
    expect(await convert(wide)).toMatchObject({ pages: 1, text: expect.stringContaining('第29列') as string })
  })

  it('converts slides in the old format', async () => {
    expect(await convert(slides)).toMatchObject({ pages: 2, text: expect.stringContaining('谢谢') as string })
  })

  it('converts several at once with separate scratch space', async () => {
    const four = [1, 2, 3, 4].map((at) => ({ path: at % 2 ? sheet : letter, suffix: at % 2 ? 'xlsx' : 'docx', at }))
    const pdfs = await Promise.all(four.map((one) => convertToPdf(one, { to: at(`${one.at}.pdf`) })))
    expect(pdfs.map(({ pages }) => pages)).toEqual([1, 1, 1, 1])
  })

  it('opens a .docx named .doc as what it is', async () => {
    expect((await convert(letter, 'doc')).text).toContain('各中小学校')
  })
})

describe('a spreadsheet of before 2007', () => {
  it('is converted, and only a spreadsheet is', async () => {
    const source = { name: 'old.csv', text: '姓名,人数\n张三,7\n' }
    const [old] = (await makeDocuments(folder, [source], 'xls')) as [string]
    await convertToXlsx({ path: old, suffix: 'xls' }, { to: at('new.xlsx') })
    const { stdout } = await run('unzip', ['-p', at('new.xlsx'), 'xl/sharedStrings.xml'])
    expect(stdout).toContain('张三')
    await expect(convertToXlsx({ path: letter, suffix: 'docx' }, { to: at('x') })).rejects.toMatchObject({
      reason: 'unreadable',
    })
  })
})

describe('refuses a document', () => {
  let started = 0
  const countStart: ConvertOptions['alter'] = (sandbox) => {
    started++
    return sandbox
  }
  const reasonOf = (path: string, suffix: string): Promise<unknown> =>
    convert(path, suffix, { alter: countStart }).then(
      () => 'none',
      (error: unknown) => (error instanceof NotConvertible ? error.reason : error),
    )

  it('of another type without starting a process', async () => {
    await writeFile(at('page.doc'), letterSource)
    await copyFile(sheet, at('sheet.docx'))
    await writeFile(at('short.docx'), (await readFile(letter)).subarray(0, 2000))
    started = 0
    expect(await reasonOf(at('page.doc'), 'doc')).toBe('unreadable')
    expect(await reasonOf(at('sheet.docx'), 'docx')).toBe('unreadable')
    expect(await reasonOf(at('short.docx'), 'docx')).toBe('unreadable')
    expect(await reasonOf(letter, 'pdf')).toBe('unreadable')
    expect(started).toBe(0)
    await expect(stat(at('out.pdf'))).rejects.toThrow('ENOENT')
  })

  it('that is broken inside', async () => {
    const bytes = await readFile(slides)
    await writeFile(at('broken.ppt'), Buffer.concat([bytes.subarray(0, 512), Buffer.alloc(bytes.length - 512, 0x5a)]))
    expect(await reasonOf(at('broken.ppt'), 'ppt')).toBe('unreadable')
  })

  it('that unpacks to more than the limit by its directory', async () => {
    const bytes = await readFile(letter)
    const entry = bytes.indexOf('PK\x01\x02')
    bytes.writeUInt32LE(400_000_000, entry + 24)
    await writeFile(at('bomb.docx'), bytes)
    expect(await reasonOf(at('bomb.docx'), 'docx')).toBe('too-large')
  })

  it('that is larger than the copy limit', async () => {
    await copyFile(letter, at('large.docx'))
    await truncate(at('large.docx'), 100 * 1024 * 1024 + 1)
    expect(await reasonOf(at('large.docx'), 'docx')).toBe('too-large')
  })

  it('that takes too long, and leaves no process running', async () => {
    const sleeping = `sleep 86399.${process.pid}`
    const alter: ConvertOptions['alter'] = ({ command, arguments: list }) => ({
      command,
      arguments: [...list.slice(0, -1), `echo begun >&3; ${sleeping}`],
    })
    await expect(convert(letter, 'docx', { seconds: 1, alter })).rejects.toMatchObject({ reason: 'too-long' })
    await expect(run('pgrep', ['-f', sleeping])).rejects.toMatchObject({ code: 1 })
  })
})

describe('the sandbox', () => {
  /** The output of a script in the sandbox. */
  const runInSandbox = async (script: string) => {
    const alter: ConvertOptions['alter'] = ({ command, arguments: list }) => ({
      command,
      arguments: [...list.slice(0, -1), `echo begun >&3; echo pages 1 >&3; { ${script}; } 2>&1; echo .`],
    })
    await convertToPdf({ path: letter, suffix: 'docx' }, { to: at('seen'), alter })
    return readFile(at('seen'), 'utf8')
  }

  it('has no network, no other processes and no files of the machine', async () => {
    await writeFile(at('canary'), 'Zz9canary')
    expect(await runInSandbox('tail -n +3 /proc/net/dev | cut -d: -f1')).toBe('    lo\n.\n')
    expect(await runInSandbox('ls /proc | grep -c ^[0-9]')).toMatch(/^[1-9]\n/)
    expect(await runInSandbox(`cat ${at('canary')}; cat /etc/passwd; ls /root /home /work /var/lib`)).not.toContain(
      'Zz9canary',
    )
    expect(await runInSandbox('ls /; ls /etc /var')).toBe(
      'bin\ndev\netc\nin\nlib\nlib64\nproc\nscratch\ntmp\nusr\nvar\n/etc:\nlibreoffice\n\n/var:\ncache\n.\n',
    )
  })

  it('runs as nobody, is read-only and has its limits', async () => {
    expect(await runInSandbox('id -u; grep CapEff /proc/self/status')).toBe('65534\nCapEff:\t0000000000000000\n.\n')
    expect(await runInSandbox('touch /x /usr/x /in/x /etc/x /dev/x; echo $?')).toMatch(
      /(.*Read-only file system\n){5}1\n/,
    )
    expect(await runInSandbox('unshare -U true; echo $?')).toMatch(/\n1\n/)
    expect(await runInSandbox('dd if=/dev/zero of=/scratch/big bs=1M count=600')).toContain('File size limit exceeded')
    expect(await runInSandbox('dd if=/dev/zero of=/dev/shm/big bs=1M count=100')).toContain('No space left on device')
    expect(await runInSandbox('(for at in $(seq 100); do sleep 1 & done)')).toContain('Cannot fork')
    expect(await runInSandbox('ulimit -t; ulimit -d; ulimit -c')).toBe('30\n1048576\n0\n.\n')
  })

  it('that cannot be created is an internal error, not one of the document', async () => {
    const alter: ConvertOptions['alter'] = ({ arguments: list }) => ({ command: 'false', arguments: list })
    const attempt = convert(letter, 'docx', { alter })
    await expect(attempt).rejects.toThrow('LibreOffice did not start')
    await expect(attempt).rejects.not.toBeInstanceOf(NotConvertible)
  })
})
