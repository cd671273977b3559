import { useState } from 'react'
import { Button } from '../button.tsx'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import type { ViewerItem } from '../viewer/viewer-item.ts'
import { showViewer } from '../viewer/show-viewer.ts'
import { Viewer } from '../viewer/viewer.tsx'
import { createSampleImage } from './sample-image.ts'
import letter from './letter.html?url&no-inline'
import letterPdf from './letter.pdf?url&no-inline'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const picture = (name: string, width: number, height: number): ViewerItem => {
  const url = createSampleImage(width, height, `${width} × ${height}`)
  return { name, url, kind: 'image', size: url.length }
}

const items: readonly ViewerItem[] = [
  { name: '云教办〔2026〕15号 正文.html', url: letter, kind: 'document', pages: 3, size: 2900 },
  picture('操场.svg', 1600, 1200),
  picture('宣传栏.svg', 900, 1600),
  picture('校徽.svg', 240, 240),
  { name: '丢失的照片.jpg', url: '/nothing-here.jpg', kind: 'image' },
  { name: '明教办〔2026〕15号 正文.pdf', url: letterPdf, kind: 'pdf', size: 4686 },
]

const document = (name: string, load: ViewerItem['load']): ViewerItem => ({
  name,
  url: letterPdf,
  kind: 'pdf',
  load: load!,
})

/** Previews that are generated while the user waits, and one that fails. */
const made = (): readonly ViewerItem[] => {
  let requestCount = 0
  return [
    document('附件1 自查表.xlsx', async () =>
      ++requestCount < 4
        ? { state: 'making', message: '预览生成中，请稍等' }
        : { state: 'ready', kind: 'pdf', url: letterPdf, watermark: `陈国栋 ${formatDayTime(new Date())}` },
    ),
    document('附件2 旧格式.wps', async () => ({ state: 'failed', message: '该文件无法预览，请下载查看' })),
  ]
}

/** The viewer with pictures and a document. */
export default function ViewerGallery() {
  const [isOpen, setOpen] = useState(false)
  const marked = () => void showViewer([{ ...items[0]!, watermark: `陈国栋 ${formatDayTime(new Date())}` }])
  return (
    <div className={styles['page']}>
      <PieceHead title="查看器" />
      <Section title="从任何地方打开">
        <div className={styles['row']}>
          {items.map(({ name }, at) => (
            <Button key={name} onClick={() => void showViewer(items, at)}>
              {name}
            </Button>
          ))}
        </div>
      </Section>
      <Section title="带水印的文件，单张图片">
        <div className={styles['row']}>
          <Button onClick={marked}>带水印的公文</Button>
          <Button onClick={() => setOpen(true)}>单张图片</Button>
        </div>
      </Section>
      <Section title="边等边生成的预览，无法预览的文件">
        <div className={styles['row']}>
          <Button onClick={() => void showViewer(made(), 0)}>预览生成中</Button>
          <Button onClick={() => void showViewer(made(), 1)}>无法预览</Button>
        </div>
      </Section>
      {isOpen && <Viewer items={items.slice(1, 2)} index={0} onClose={() => setOpen(false)} />}
    </div>
  )
}
