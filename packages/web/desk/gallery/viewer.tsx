import { useState } from 'react'
import { Button } from '../button.tsx'
import { dayTime } from '#packages/web/core/format/time.ts'
import type { ViewerItem } from '../viewer/item.ts'
import { showViewer } from '../viewer/show.ts'
import { Viewer } from '../viewer/viewer.tsx'
import letter from './letter.html?url&no-inline'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

/** A landscape by numbers: no picture of anybody. */
function drawn(width: number, height: number, words: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="lightskyblue"/>
    <circle cx="${width * 0.75}" cy="${height * 0.25}" r="${height / 10}" fill="gold"/>
    <path d="M0 ${height * 0.7}Q${width * 0.3} ${height * 0.45} ${width * 0.6} ${height * 0.7}T${width} ${height * 0.6}V${height}H0Z" fill="seagreen"/>
    <text x="50%" y="${height * 0.9}" font-size="${width / 16}" fill="white" text-anchor="middle">${words}</text>
  </svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const picture = (name: string, width: number, height: number): ViewerItem => {
  const url = drawn(width, height, `${width} × ${height}`)
  return { name, url, kind: 'image', size: url.length }
}

const items: readonly ViewerItem[] = [
  { name: '云教办〔2026〕15号 正文.html', url: letter, kind: 'document', pages: 3, size: 2900 },
  picture('操场.svg', 1600, 1200),
  picture('宣传栏.svg', 900, 1600),
  picture('校徽.svg', 240, 240),
  { name: '丢失的照片.jpg', url: '/nothing-here.jpg', kind: 'image' },
]

/** The viewer over pictures and a document. */
export default function ViewerGallery() {
  const [isOpen, setOpen] = useState(false)
  const marked = () => void showViewer([{ ...items[0]!, watermark: `陈国栋 ${dayTime(new Date())}` }])
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
      {isOpen && <Viewer items={items.slice(1, 2)} index={0} onClose={() => setOpen(false)} />}
    </div>
  )
}
