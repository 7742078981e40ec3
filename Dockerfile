# The page and its gateway as one image. It holds what runs, and none of the tools that build.

FROM node:26-slim AS gateway
WORKDIR /srv/portfolio
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM gateway AS site
RUN npm ci --include=dev
COPY src src
COPY content content
RUN node src/cli/run.mjs build

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OPERATE_PORT=9464 DATA_FOLDER=/data
WORKDIR /srv/portfolio
RUN mkdir --mode=700 /data && chown node:node /data
COPY package.json package-lock.json LICENSE ./
COPY --from=gateway /srv/portfolio/node_modules node_modules
COPY src src
COPY content content
COPY --from=site /srv/portfolio/dist dist
USER node
EXPOSE 3000
# Whoever needs the gateway waits for it until it can store and deliver; Docker by itself starts no
# unhealthy container again, so a database that is away costs no restarts.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATE_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/cli/run.mjs"]
CMD ["start"]
