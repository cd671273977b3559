import { FactGrid, type Fact } from '../fact-grid.tsx'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const facts: readonly Fact[] = [
  { label: '申请人', value: '罗海燕，文澜中学' },
  { label: '用途', value: '负责七年级排课，需要查看各班课表和任课教师；长的内容会换行。' },
  { label: '备注', value: '' },
]

/** Labels with their values, in every look. */
export default function FactsGallery() {
  return (
    <div className={styles['page']}>
      <PieceHead title="事实" />
      <Section title="逐行">
        <FactGrid facts={facts} />
      </Section>
      <Section title="弹窗里，字段之上">
        <FactGrid look="panel" facts={facts} />
      </Section>
      <Section title="数字">
        <FactGrid
          look="figures"
          facts={[
            { label: '毕业离校', value: 128, unit: '人' },
            { label: '升级', value: 682, unit: '人' },
            { label: '新建班级', value: 0, unit: '个' },
          ]}
        />
      </Section>
    </div>
  )
}
