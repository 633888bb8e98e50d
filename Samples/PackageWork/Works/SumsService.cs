using Grpc.Core;

namespace PackageWork.Works;

/// <summary>The service that answers the calls of <see cref="SumsWork"/>.</summary>
internal sealed class SumsService : Sums.SumsBase
{
    public override async Task<Number> Add(Pair request, ServerCallContext context)
    {
        await Task.Yield();
        context.ResponseTrailers.Add("asked-by", context.RequestHeaders.GetValue("asked-by") ?? "nobody");
        return new() { Value = request.Left.Value + request.Right.Value, Text = request.Left.Text + request.Right.Text };
    }

    public override Task<Number> Refuse(Number request, ServerCallContext context) =>
        throw new RpcException(new Status(StatusCode.FailedPrecondition, $"{request.Value} is too much"), new Metadata { { "limit", "12" } });

    public override async Task<Number> Wait(Number request, ServerCallContext context)
    {
        await Task.Delay(Timeout.Infinite, context.CancellationToken);
        return request;
    }

    // From the second attempt on, the client's headers contain the number of earlier attempts.
    public override Task<Number> Retry(Number request, ServerCallContext context) => context.RequestHeaders.GetValue("grpc-previous-rpc-attempts") switch
    {
        { } attempts => Task.FromResult(new Number { Value = request.Value, Text = attempts }),
        null => throw new RpcException(new Status(StatusCode.Unavailable, "not yet")),
    };

    public override async Task Count(Number request, IServerStreamWriter<Number> responseStream, ServerCallContext context)
    {
        for (var i = 0; i < request.Value; i++)
        {
            await responseStream.WriteAsync(new() { Value = i }, context.CancellationToken);
        }
    }

    public override async Task<Number> AddAll(IAsyncStreamReader<Number> requestStream, ServerCallContext context)
    {
        var sum = 0;
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            sum += requestStream.Current.Value;
        }

        return new() { Value = sum };
    }

    public override async Task AddEach(
        IAsyncStreamReader<Number> requestStream, IServerStreamWriter<Number> responseStream, ServerCallContext context)
    {
        var sum = 0;
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            sum += requestStream.Current.Value;
            await responseStream.WriteAsync(new() { Value = sum });
        }
    }
}
