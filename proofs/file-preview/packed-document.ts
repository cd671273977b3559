import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

export interface HostileDocument {
  name: string
  suffix: string
  make: () => Promise<Buffer> | Buffer
  /** Also in the short form. */
  isShort?: boolean
  /** The document accesses the network or files, so it is also used for the control without a sandbox. */
  reaches?: boolean
}

export type PackageParts = Record<string, string | Buffer>

/** Packs parts into a zip, the container of office documents. */
export async function packDocument(parts: PackageParts): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const pack = 'http://schemas.openxmlformats.org/package/2006'

/** A relationship to a part inside or to an address outside the document. */
export interface Relationship {
  id: string
  /** The last segment of the relationship type: image, oleObject, attachedTemplate … */
  type: string
  target: string
  isOutside?: boolean
}
export const relationshipsXml = (...list: Relationship[]) =>
  `${xml}<Relationships xmlns="${pack}/relationships">${list
    .map(
      ({ id, type, target, isOutside = true }) =>
        `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

const types = (main: string, mainType: string, more = '') =>
  `${xml}<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="html" ContentType="text/html"/><Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/><Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/><Override PartName="/${main}" ContentType="application/vnd.${mainType}+xml"/>${more}</Types>`

const spaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${office}"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ')

export interface WordParts {
  body: string
  relationshipsXml?: Relationship[]
  more?: PackageParts
  /** Text before the root element, where entities are declared. */
  doctype?: string
  mainType?: string
  overrides?: string
}

export const docx = ({ body, relationshipsXml: own = [], more = {}, doctype = '', mainType, overrides }: WordParts) =>
  packDocument({
    '[Content_Types].xml': types(
      'word/document.xml',
      mainType ?? 'openxmlformats-officedocument.wordprocessingml.document.main',
      overrides,
    ),
    '_rels/.rels': relationshipsXml({
      id: 'rId1',
      type: 'officeDocument',
      target: 'word/document.xml',
      isOutside: false,
    }),
    'word/document.xml': `${xml}${doctype}<w:document ${spaces}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/_rels/document.xml.rels': relationshipsXml(...own),
    ...more,
  })

export const paragraphXml = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
/** A field as Word writes it: its instruction and its last result. */
export const fieldXml = (instruction: string) =>
  `<w:p>${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${mark('separate')}<w:r><w:t>old</w:t></w:r>${mark('end')}</w:p>`
/** A picture by relationship: r:link is outside, r:embed inside. */
export const drawingXml = (blip: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1000000" cy="1000000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${blip}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1000000" cy="1000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

export interface SheetParts {
  rows: string
  workbook?: string
  relationshipsXml?: Relationship[]
  more?: PackageParts
  doctype?: string
  overrides?: string
}
const sheets = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"`

export const xlsx = ({
  rows,
  workbook = '',
  relationshipsXml: own = [],
  more = {},
  doctype = '',
  overrides = '',
}: SheetParts) =>
  packDocument({
    '[Content_Types].xml': types(
      'xl/workbook.xml',
      'openxmlformats-officedocument.spreadsheetml.sheet.main',
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>${overrides}`,
    ),
    '_rels/.rels': relationshipsXml({
      id: 'rId1',
      type: 'officeDocument',
      target: 'xl/workbook.xml',
      isOutside: false,
    }),
    'xl/workbook.xml': `${xml}<workbook ${sheets}><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets>${workbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml(
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml', isOutside: false },
      ...own,
    ),
    'xl/worksheets/sheet1.xml': `${xml}${doctype}<worksheet ${sheets}><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  })
export const formulaXml = (text: string) => `<row r="1"><c r="A1"><f>${text}</f></c></row>`
export const externalXml = (content: string) => `${xml}<externalLink ${sheets}>${content}</externalLink>`

const slideSpaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}"`
/** The smallest presentation that LibreOffice opens. */
export const pptx = (shapes: string, ...own: Relationship[]) =>
  packDocument({
    '[Content_Types].xml': types(
      'ppt/presentation.xml',
      'openxmlformats-officedocument.presentationml.presentation.main',
      '<Override PartName="/ppt/slides/slide1.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/>',
    ),
    '_rels/.rels': relationshipsXml({
      id: 'rId1',
      type: 'officeDocument',
      target: 'ppt/presentation.xml',
      isOutside: false,
    }),
    'ppt/presentation.xml': `${xml}<p:presentation ${slideSpaces}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsXml({
      id: 'rId1',
      type: 'slide',
      target: 'slides/slide1.xml',
      isOutside: false,
    }),
    'ppt/slides/slide1.xml': `${xml}<p:sld ${slideSpaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationshipsXml(...own),
  })
export const slidePicture = (blip: string, media = '') =>
  `<p:pic><p:nvPicPr><p:cNvPr id="2" name="p"/><p:cNvPicPr/><p:nvPr>${media}</p:nvPr></p:nvPicPr><p:blipFill><a:blip ${blip}/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr></p:pic>`
