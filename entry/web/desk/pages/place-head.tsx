import { EnvironmentOutlined, PhoneOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '#packages/contract'
import { orgTypes, stages, type orgApi } from '#kernel/org/contract.ts'
import { Figures, FiguresSkeleton, type Figure } from '#packages/web/desk/board/figures.tsx'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { sizeOptions, type PlaceHome } from './front-page-queries.ts'
import { PlaceDrawing } from './place-drawing.tsx'
import styles from './place-head.module.css'

type Place = DataOf<typeof orgApi.mine>

interface Props {
  place: Place | undefined
  home: PlaceHome | undefined
}

/** Name, kind and address before a drawing of the place, and below it how large it is. */
export function PlaceHead({ place, home }: Props) {
  const isPhone = usePhone()
  const Title = isPhone ? 'p' : 'h1'
  return (
    <section className={styles['head']} aria-label="本单位">
      <div className={styles['banner']}>
        <PlaceDrawing isSchool={place ? orgTypes[place.type].switchable : true} />
        <div className={styles['words']}>
          <Title className={styles['name']}>{place?.name ?? <SkeletonBar width="12em" />}</Title>
          <p className={styles['kind']}>{place && kindOf(place)}</p>
        </div>
      </div>
      <ul className={styles['facts']}>
        <Fact icon={EnvironmentOutlined} label="地址" value={place?.address} />
        <Fact icon={PhoneOutlined} label="电话" value={place?.phone} isPhone />
        <Fact icon={UserOutlined} label="联系人" value={place?.contactName} />
      </ul>
      <Size home={home} isSchool={place ? orgTypes[place.type].switchable : true} />
    </section>
  )
}

/** 中小学，小学、初中. */
function kindOf({ type, stages: taught }: Place): string {
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

function Size({ home, isSchool }: { home: PlaceHome | undefined; isSchool: boolean }) {
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
