import { CheckOutlined, EyeOutlined, HomeOutlined, PhoneOutlined, StarOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { DetailPage } from '../detail-page/detail-page.tsx'
import type { DetailHead, DetailPageSection, DetailPageTab } from '../detail-page/detail-spec.ts'
import { Glyph } from '../glyph.tsx'
import { MaskedValue } from '../masked-value.tsx'
import { PageSearchContext, type SetSearch } from '../page-search.tsx'
import { StatusTag } from '../status-tag.tsx'
import { useToast } from '../toast.tsx'
import { sampleTimeline } from './sample-timeline.ts'
import styles from './gallery.module.css'

/** Invented data. */
interface Pupil {
  name: string
  sex: string
  className: string
}
const pupils: readonly Pupil[] = [
  { name: '程诺', sex: '女', className: '七(3)班 1 号' },
  { name: '丁一鸣', sex: '男', className: '七(3)班 2 号' },
  { name: '范思远', sex: '男', className: '七(3)班 3 号' },
]

const guarded = (value: string, clear: string) => ({
  kind: 'masked' as const,
  value,
  reasons: ['核对学籍', '办理转学', '办理资助'],
  notice: '本次查看会记入日志，监护人可查。',
  reveal: () => new Promise<string>((done) => setTimeout(() => done(clear), 300)),
})

const headOf = ({ name, sex, className }: Pupil): DetailHead => ({
  name,
  tags: (
    <>
      <StatusTag tone="success" icon={CheckOutlined}>
        在读
      </StatusTag>
      <StatusTag tone="closed" icon={HomeOutlined}>
        住校
      </StatusTag>
    </>
  ),
  facts: [
    sex,
    '12 岁',
    className,
    '班主任 林静怡',
    <>
      学籍号 <MaskedValue label="学籍号" {...guarded('G330199************', 'G330199201402263079')} />
    </>,
  ],
})

const sectionsOf = (say: (message: string) => void): DetailPageSection[] => [
  {
    title: '基本信息',
    note: '资料完整度 92%，缺 血型、民族',
    facts: [
      { label: '身份证号', guard: guarded('330199************', '330199201402263079') },
      { label: '出生日期', value: '2014-02-26' },
      { label: '户籍', value: '明湖区清河街道' },
      {
        label: '家庭住址',
        guard: { kind: 'locked', who: '班主任与德育处', onRequestAccess: () => say('已向班主任申请') },
      },
      { label: '入学日期', value: '2020-09-01' },
      { label: '健康状况', guard: { kind: 'locked', who: '班主任与校医', onRequestAccess: () => say('已向校医申请') } },
      { label: '监护情况', guard: { kind: 'absent' } },
      { label: '血型', value: '' },
      { label: '校园卡', value: '尾号 7702' },
    ],
  },
  { title: '监护人', body: <Guardians onCall={() => say('正在接通')} /> },
  {
    title: '本周',
    line: (
      <p className={styles['figures']}>
        <span>
          出勤 <b>24 / 25</b> 节
        </span>
        <span>
          迟到 <b>1</b> 次
        </span>
        <span>
          表扬 <b>3</b> 次
        </span>
      </p>
    ),
  },
  {
    title: '最近查阅',
    line: (
      <>
        <Glyph of={EyeOutlined} /> 沈佳宁 11-12 16:20 看过监护人电话（家校联系）
      </>
    ),
  },
]

const guardians = [
  { name: '李梅', who: '母亲', value: '136****7714', clear: '13601997714', isFirst: true },
  { name: '丁卫国', who: '父亲', value: '139****0265', clear: '13901990265', isFirst: false },
]

function Guardians({ onCall }: { onCall: () => void }) {
  return (
    <ul className={styles['people']}>
      {guardians.map(({ name, who, value, clear, isFirst }) => (
        <li key={name}>
          <span className={styles['face']} aria-hidden="true">
            {name.slice(-2)}
          </span>
          <p className={styles['name']}>
            <b>{name}</b> {who}
          </p>
          <span className={styles['number']}>
            <MaskedValue label={`${name}的手机号`} {...guarded(value, clear)} />
          </span>
          {isFirst && (
            <StatusTag tone="info" icon={StarOutlined}>
              主要联系人
            </StatusTag>
          )}
          <div className={styles['end']}>
            <StatusTag quiet tone="success" icon={CheckOutlined}>
              已绑定家长端
            </StatusTag>
            <Button size="small" icon={<Glyph of={PhoneOutlined} />} aria-label={`联系${name}`} onClick={onCall}>
              联系
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

const others = ['学籍经历', '考勤', '综合素质', '家校联系', '查阅记录'].map((label) => ({
  key: label,
  label,
  sections: () => [{ title: label, facts: [{ label: '记录', value: '' }] }],
}))

/** The details of an invented pupil. */
export default function DetailsGallery() {
  const toast = useToast()
  const [at, setAt] = useState(1)
  const [search, put] = useState(() => new URLSearchParams())
  const setSearch: SetSearch = (change) => put(change)
  const tabs: DetailPageTab<Pupil>[] = [
    { key: 'facts', label: '概况', sections: () => sectionsOf(toast.success), timeline: () => sampleTimeline },
    ...others,
  ]
  const pupil = pupils[at]!
  return (
    <PageSearchContext value={{ search, setSearch, isFront: true }}>
      <DetailPage
        reading={{
          queryKey: ['gallery', 'pupil', at],
          queryFn: () => new Promise<Pupil>((done) => setTimeout(() => done(pupil), 500)),
        }}
        known={headOf(pupil)}
        head={headOf}
        tabs={tabs}
        position={{
          at: at + 1,
          of: pupils.length,
          onBefore: at > 0 ? () => setAt(at - 1) : undefined,
          onAfter: at < pupils.length - 1 ? () => setAt(at + 1) : undefined,
        }}
        onEdit={() => toast.success('这里打开编辑')}
        more={{
          label: '学籍异动',
          items: ['转出', '休学', '调班'].map((label) => ({ key: label, label, onSelect: () => toast.success(label) })),
        }}
      />
    </PageSearchContext>
  )
}
