# The admin app: Next's standalone server and what it needs, nothing else. `npm run rehearse` takes these steps without Docker.
FROM node:24-slim AS build
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY client ./client
COPY web/package.json web/package-lock.json ./web/
WORKDIR /app/web
RUN npm ci --include=dev
COPY web ./
RUN npm run build
# A standalone build leaves the static files for a CDN; here the same process serves them.
RUN cp -r .next/static .next/standalone/web/.next/static

FROM node:24-slim
LABEL org.opencontainers.image.title="rota-web" org.opencontainers.image.licenses="MIT"
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/web/.next/standalone ./
COPY --from=build /app/web/start.mjs ./web/
COPY LICENSE ./
USER node
EXPOSE 5173
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WEB_PORT || 5173}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "web/start.mjs"]
