import { join } from 'node:path'
import { rspack, type Configuration } from '@rspack/core'

/** One page for desks: antd whole chunks are fine here, the renter's budgets do not apply. */
export const pagesConfig = (folder: string): Configuration => ({
  name: 'ops-console',
  context: folder,
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: 'hidden-source-map',
  entry: { main: './client/main.tsx' },
  output: {
    path: join(folder, 'dist'), clean: true, publicPath: '/',
    filename: 'assets/[name].[contenthash:8].js', chunkFilename: 'assets/[name].[contenthash:8].js',
    cssFilename: 'assets/[name].[contenthash:8].css', assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
  },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/, loader: 'builtin:swc-loader', type: 'javascript/auto',
        options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } },
      },
      { test: /\.m?js$/, resolve: { fullySpecified: false } },
      { test: /\.css$/, type: 'css' },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
  optimization: { splitChunks: { chunks: 'all', cacheGroups: { vendors: { test: /node_modules/, name: 'vendors' } } } },
  plugins: [new rspack.HtmlRspackPlugin({ template: './client/index.html', scriptLoading: 'defer' })],
  performance: false,
})
