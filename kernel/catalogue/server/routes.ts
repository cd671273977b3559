import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { openedHere } from './service.ts'

export function catalogueRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.openedHere, openedHere)
}
