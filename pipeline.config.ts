import { defineConfig } from '@quarry/core'

export default defineConfig({})
