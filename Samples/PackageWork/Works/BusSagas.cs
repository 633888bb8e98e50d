using System.Collections.Concurrent;
using MassTransit;
using Microsoft.Extensions.DependencyInjection;

namespace PackageWork.Works;

/// <summary>Messages that a saga of MassTransit follows: an order is submitted, paid for at the second attempt, and closed.</summary>
internal sealed class BusSagas() : BusWork("a message published, followed by a saga, tried again after a failure, and answered", cost: 50)
{
    private readonly ConcurrentDictionary<Guid, TaskCompletionSource<string>> _waiting = new();

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            var id = Guid.NewGuid();
            var closed = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting[id] = closed;
            await Bus.Publish(new Submitted(id, $"{worker} {i}"));
            digest.Add(await closed.Task);
        }

        return digest;
    }

    protected override void Configure(IBusRegistrationConfigurator bus)
    {
        bus.AddSingleton(this);
        bus.AddConsumer<Paying>();
        bus.AddConsumer<Closing>();
        bus.AddSagaStateMachine<OrderMachine, OrderState>().InMemoryRepository();
        bus.UsingInMemory((context, memory) =>
        {
            memory.UseMessageRetry(retry => retry.Immediate(2));
            memory.UseInMemoryOutbox(context);
            memory.ConfigureEndpoints(context);
        });
    }

    public sealed record Submitted(Guid CorrelationId, string Text) : CorrelatedBy<Guid>;

    public sealed record Pay(Guid CorrelationId) : CorrelatedBy<Guid>;

    public sealed record Paid(Guid CorrelationId, int Attempts) : CorrelatedBy<Guid>;

    public sealed record Closed(Guid CorrelationId, string Text) : CorrelatedBy<Guid>;

    private sealed class OrderState : SagaStateMachineInstance
    {
        public Guid CorrelationId { get; set; }

        public string? CurrentState { get; set; }

        public string? Text { get; set; }
    }

    private sealed class OrderMachine : MassTransitStateMachine<OrderState>
    {
        public OrderMachine()
        {
            InstanceState(order => order.CurrentState);
            Initially(When(SubmittedEvent)
                .Then(context => context.Saga.Text = context.Message.Text)
                .Publish(context => new Pay(context.Saga.CorrelationId))
                .TransitionTo(Waiting));
            During(Waiting, When(PaidEvent)
                .Publish(context => new Closed(context.Saga.CorrelationId, $"{context.Saga.Text} after {context.Message.Attempts}"))
                .Finalize());
            SetCompletedWhenFinalized();
        }

        public State Waiting { get; private set; } = null!;

        public Event<Submitted> SubmittedEvent { get; private set; } = null!;

        public Event<Paid> PaidEvent { get; private set; } = null!;
    }

    private sealed class Paying : IConsumer<Pay>
    {
        public async Task Consume(ConsumeContext<Pay> context)
        {
            var attempt = context.GetRetryAttempt();
            await Task.Yield();
            if (attempt == 0)
            {
                throw new TimeoutException("the bank does not answer");
            }

            await context.Publish(new Paid(context.Message.CorrelationId, attempt + 1));
        }
    }

    private sealed class Closing(BusSagas work) : IConsumer<Closed>
    {
        public Task Consume(ConsumeContext<Closed> context)
        {
            if (work._waiting.TryRemove(context.Message.CorrelationId, out var closed))
            {
                closed.SetResult(context.Message.Text);
            }

            return Task.CompletedTask;
        }
    }
}
