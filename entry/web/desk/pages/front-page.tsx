import { EnvironmentOutlined, PhoneOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { administratorsOptions, mineOptions } from '../org.ts'
import { Administrators } from './administrators.tsx'
import styles from './front-page.module.css'

const guides = [
  { title: '第一次使用', to: '/help#start' },
  { title: '修改密码和个人信息', to: '/help#personal' },
  { title: '看不到需要的功能', to: '/help#rights' },
]

/** /puMain: where one works, whom to ask, and where to read on. For whoever has nothing else in the menu yet. */
export default function FrontPage() {
  const mine = useQuery(mineOptions)
  const administrators = useQuery(administratorsOptions)
  const isPhone = usePhone()
  const { data } = mine
  const name = data?.name ?? '单位主页'
  if (mine.error && !data) return <PageState status="failed" error={mine.error} onRetry={() => void mine.refetch()} />
  return (
    <div className={styles['page']}>
      {isPhone ? <p className={styles['title']}>{name}</p> : <h1 className={styles['title']}>{name}</h1>}
      <div className={styles['cards']}>
        <Card title="联系本单位">
          {data ? (
            <ul className={styles['facts']}>
              <Fact icon={UserOutlined} label="联系人" value={data.contactName} />
              <Fact icon={PhoneOutlined} label="电话" value={data.phone} isPhone />
              <Fact icon={EnvironmentOutlined} label="地址" value={data.address} />
            </ul>
          ) : (
            <SkeletonLines widths={[40, 56, 72]} />
          )}
        </Card>
        <Card title="开通功能，找管理员">
          {administrators.data ? (
            <Administrators people={administrators.data.administrators} />
          ) : (
            <SkeletonLines widths={[56, 48]} />
          )}
          {data && (
            <p className={styles['bureau']}>
              {data.bureauName}
              {data.bureauPhone && <a href={`tel:${data.bureauPhone}`}>{data.bureauPhone}</a>}
            </p>
          )}
        </Card>
        <Card title="帮助">
          <ul className={styles['guides']}>
            {guides.map(({ title, to }) => (
              <li key={to}>
                <a href={to} target="_blank" rel="noopener">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['card']}>
    <h2>{title}</h2>
    {children}
  </section>
)

interface FactProps {
  icon: Icon
  label: string
  value: string
  isPhone?: boolean
}

const Fact = ({ icon, label, value, isPhone = false }: FactProps) => (
  <li className={styles['fact']}>
    <Glyph of={icon} />
    <span className={styles['label']}>{label}</span>
    {isPhone && value ? <a href={`tel:${value}`}>{value}</a> : <span>{value || '—'}</span>}
  </li>
)
