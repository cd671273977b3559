import { EnvironmentOutlined, PhoneOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#packages/contract'
import { orgTypes, stages, type orgApi } from '#kernel/org/contract.ts'
import { Figures, FiguresSkeleton, type Figure } from '#packages/web/desk/board/figures.tsx'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { sizeOptions, type OrgHome } from './front-page-queries.ts'
import { OrgIllustration } from './org-illustration.tsx'
import styles from './org-header.module.css'

type OwnOrg = DataOf<typeof orgApi.mine>

interface Props {
  org: OwnOrg | undefined
  home: OrgHome | undefined
}

/** Name, kind and address beside an illustration, and below them the size of the organisation. */
export function OrgHeader({ org, home }: Props) {
  const isPhone = usePhone()
  const Title = isPhone ? 'p' : 'h1'
  return (
    <section className={styles['head']} aria-label="本单位">
      <div className={styles['banner']}>
        <OrgIllustration isSchool={org ? orgTypes[org.type].switchable : true} />
        <div className={styles['words']}>
          <Title className={styles['name']}>{org?.name ?? <SkeletonBar width="12em" />}</Title>
          <p className={styles['kind']}>{org && getKindText(org)}</p>
        </div>
      </div>
      <ul className={styles['facts']}>
        <Fact icon={EnvironmentOutlined} label="地址" value={org?.address} />
        <Fact icon={PhoneOutlined} label="电话" value={org?.phone} isPhone />
        <Fact icon={UserOutlined} label="联系人" value={org?.contactName} />
      </ul>
      <Size home={home} isSchool={org ? orgTypes[org.type].switchable : true} />
    </section>
  )
}

/** For example 中小学，小学、初中. */
function getKindText({ type, stages: taught }: OwnOrg): string {
  const named = taught.flatMap((stage) => stages[stage as keyof typeof stages] ?? [])
  return [orgTypes[type].title, named.join('、')].filter(Boolean).join('，')
}

interface FactProps {
  icon: Icon
  label: string
  value: string | undefined
  isPhone?: boolean
}

const Fact = ({ icon, label, value, isPhone = false }: FactProps) => (
  <li className={styles['fact']}>
    <Glyph of={icon} />
    <span className={styles['label']}>{label}</span>
    {isPhone && value ? <a href={`tel:${value}`}>{value}</a> : <span>{value === '' ? '—' : value}</span>}
  </li>
)

const schoolLabels = ['学生', '班级', '教职工', '部门']
const officeLabels = ['教职工', '部门']

function Size({ home, isSchool }: { home: OrgHome | undefined; isSchool: boolean }) {
  const may = useMay()
  const { data: size, isPending } = useQuery(sizeOptions)
  if (!home || isPending) return <FiguresSkeleton labels={isSchool ? schoolLabels : officeLabels} />
  const pupils: Figure[] = size
    ? [
        { label: '学生', value: size.pupils, unit: '人', ...(may('student.read') && { to: '/baseData/Student' }) },
        { label: '班级', value: size.classes, unit: '个', ...(may('class.read') && { to: '/baseData/Classes' }) },
      ]
    : []
  return (
    <Figures
      figures={[
        ...pupils,
        { label: '教职工', value: home.people, unit: '人', to: '/directory' },
        { label: '部门', value: home.departments.length, unit: '个' },
      ]}
    />
  )
}
