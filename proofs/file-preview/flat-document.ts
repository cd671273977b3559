/** XML namespaces of flat ODF, from which LibreOffice writes every office format. */
const spaces = [
  ...['office', 'style', 'text', 'table', 'presentation', 'script'].map((name) => [name, name] as const),
  ['draw', 'drawing'],
  ...(['fo', 'svg'] as const).map((name) => [name, `${name === 'fo' ? 'xsl-fo' : 'svg'}-compatible`] as const),
]
const namespaces = [
  ...spaces.map(([name, path]) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${path}:1.0"`),
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ')

/** Without this LibreOffice would print the sheet name above and the page number below. */
const unmarked = '<style:header style:display="false"/><style:footer style:display="false"/>'

type Kind = 'text' | 'spreadsheet' | 'presentation'

export const flatDocument = (
  kind: Kind,
  styles: string,
  body: string,
  page = '',
) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${kind}">
  <office:automatic-styles>${styles}
    <style:page-layout style:name="page"><style:page-layout-properties ${page || a4}/></style:page-layout>
  </office:automatic-styles>
  <office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page">${unmarked}</style:master-page></office:master-styles>
  <office:body><office:${kind}>${body}</office:${kind}></office:body>
</office:document>`

/** The margins of an official letter (GB/T 9704). */
const a4 =
  'fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-top="3.7cm" fo:margin-bottom="3.5cm" fo:margin-left="2.8cm" fo:margin-right="2.6cm"'

export interface TextStyle {
  face: string
  points: number
  colour?: string
  isBold?: boolean
  /** Alignment of the paragraph. */
  align?: 'start' | 'center' | 'end' | 'justify'
  indent?: string
  lineHeight?: string
  more?: string
}

/** A style with one font for Chinese and Latin characters, as people choose it in an office program. */
export function styleXml(name: string, style: TextStyle): string {
  const { face, points, colour = '#000000', isBold = false, align = 'start', indent, lineHeight, more = '' } = style
  const weight = isBold ? 'fo:font-weight="bold" style:font-weight-asian="bold"' : ''
  return `<style:style style:name="${name}" style:family="paragraph">
    <style:paragraph-properties fo:text-align="${align}" ${indent ? `fo:text-indent="${indent}"` : ''} ${lineHeight ? `fo:line-height="${lineHeight}"` : ''} ${more}/>
    <style:text-properties fo:font-family="'${face}'" style:font-family-asian="'${face}'" fo:font-size="${points}pt" style:font-size-asian="${points}pt" fo:color="${colour}" ${weight}/>
  </style:style>`
}

export const paragraph = (style: string, words: string) => `<text:p text:style-name="${style}">${words}</text:p>`

/** A picture in a line of text. */
export const picture = (base64: string, width: string, height: string) =>
  `<draw:frame text:anchor-type="as-char" svg:width="${width}" svg:height="${height}"><draw:image>
    <office:binary-data>${base64}</office:binary-data></draw:image></draw:frame>`
