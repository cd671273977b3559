import type { ComponentType } from 'react'
import {
  BookIcon,
  BoxIcon,
  CalendarIcon,
  ChartIcon,
  ClassIcon,
  ContactsIcon,
  ExportIcon,
  FaceIcon,
  GearIcon,
  GridIcon,
  HouseIcon,
  KeyIcon,
  PeopleIcon,
  SwapIcon,
} from '#packages/web/light/menu-icons.tsx'
import { IdCardIcon, RecordIcon, ShieldIcon, TreeIcon } from '#packages/web/light/more-icons.tsx'

type Icon = ComponentType<{ size?: number }>

const iconsByUrl: Readonly<Record<string, Icon>> = {
  '/directory': ContactsIcon,
  '/puMain': HouseIcon,
  '/dataCentre/dataBoard': ChartIcon,
  '/dataCentre/appSupermarket': GridIcon,
  '/baseData/Orgs': TreeIcon,
  '/baseData/User': IdCardIcon,
  '/baseData/Student': PeopleIcon,
  '/baseData/StudentFace': FaceIcon,
  '/baseData/StudentChanges': SwapIcon,
  '/baseData/Classes': ClassIcon,
  '/baseData/Terms': CalendarIcon,
  '/baseData/Subjects': BookIcon,
  '/baseData/Teaching': ClassIcon,
  '/systemSet/Role': KeyIcon,
  '/systemSet/Access': ShieldIcon,
  '/baseData/Exports': ExportIcon,
}
const iconsByGroup: Readonly<Record<string, Icon>> = {
  baseData: RecordIcon,
  systemSet: GearIcon,
  developer: BoxIcon,
  logMmanagement: ShieldIcon,
}

/** The icon of a desk page on a phone; pages without an icon have that of their group. */
export const getPageIcon = (url: string): Icon => iconsByUrl[url] ?? iconsByGroup[url.split('/')[1] ?? ''] ?? RecordIcon
