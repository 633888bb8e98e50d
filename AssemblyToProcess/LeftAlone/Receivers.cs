using System.Diagnostics.CodeAnalysis;
using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Virtual calls whose dispatch method does not test for a certain class of the assembly, each for a different reason.</summary>
public static class Receivers
{
    // The method that the last call reached.
    private static string s_reached = "";

    public static void Stay(Trace trace)
    {
        Reach("perhaps missing", Perhaps_missing(new Loading()), trace);
        Reach("in another way", In_another_way<int>(new OfBoth()), trace);
        Reach("variant", Variant(new InOfStrings()), trace);
        Reach("of a generic class", Of_a_generic_class(new Plain<int>()), trace);
        Reach("constrained", Constrained(new Asking<string>()), trace);
        Reach("of several instances", Of_several_instances(new OutOfStrings()), trace);
        Reach("private", Private(Outer.Make()), trace);
#if NET
        Reach("inherited", Inherited(new Defaulting()), trace);
        Reach("covariant", Returning_more(new WithResult()), trace);
        Reach("trimmed", Trimmed(new Demanding()), trace);
#else
        Reach("perhaps a proxy", Perhaps_a_proxy(new Proxied()), trace);
#endif
    }

    public static async Task Perhaps_missing(ILoading loading) => await loading.LoadingAsync();

    // Nothing calls this method, because no class implements IOf<string>.
    public static async Task Of_another_instance(IOf<string> closed) => await closed.OfAsync();

    public static async Task In_another_way<T>(IOf<T> open) => await open.OfAsync();

    public static async Task Variant<T>(IIn<T> variant) => await variant.InAsync();

    public static async Task Of_a_generic_class(IPlain plain) => await plain.PlainAsync();

    public static async Task Constrained<T>(IAsking<T> asking) => await asking.AskingAsync();

    public static async Task Of_several_instances(IOut<object> outs) => await outs.OutAsync();

    public static async Task Private(IHidden hidden) => await hidden.HiddenAsync();

    private static void Reach(string label, Task task, Trace trace)
    {
        task.Wait();
        trace.Add(label, s_reached);
    }

#if !NET
    public static async Task Perhaps_a_proxy(IProxied proxied) => await proxied.ProxiedAsync();

    public interface IProxied
    {
        Task ProxiedAsync();
    }

    public sealed class Proxied : MarshalByRefObject, IProxied
    {
        public async Task ProxiedAsync()
        {
            s_reached = nameof(Proxied);
            await Task.Yield();
        }
    }
#endif

#if NET
    public static async Task Inherited(IDefault inherited) => await inherited.DefaultAsync();

    public static async Task Returning_more(Covariant covariant) => await covariant.CovariantAsync();

    public static async Task Trimmed(IDemanding demanding) => await demanding.DemandingAsync();

    public interface IDefault
    {
        async Task DefaultAsync()
        {
            s_reached = nameof(IDefault);
            await Task.Yield();
        }
    }

    public interface IDemanding
    {
        Task DemandingAsync();
    }

    public abstract class Covariant
    {
        public abstract Task CovariantAsync();
    }

    public sealed class Defaulting : IDefault;

    public sealed class WithResult : Covariant
    {
        public override async Task<int> CovariantAsync()
        {
            s_reached = nameof(WithResult);
            await Task.Yield();
            return 1;
        }
    }

    public sealed class Demanding : IDemanding
    {
#pragma warning disable IL2046 // The implementation has a trimming attribute that the interface lacks.
        [RequiresUnreferencedCode("It reflects.")]
        public async Task DemandingAsync()
        {
            s_reached = nameof(Demanding);
            await Task.Yield();
        }
#pragma warning restore IL2046
    }
#endif

    public interface ILoading
    {
        Task LoadingAsync();
    }

    public interface IOf<T>
    {
        Task OfAsync();
    }

    public interface IOut<out T>
    {
        Task OutAsync();
    }

    public interface IIn<in T>
    {
        Task InAsync();
    }

    public interface IPlain
    {
        Task PlainAsync();
    }

    public interface IAsking<T>
    {
        Task AskingAsync();
    }

    public interface IHidden
    {
        Task HiddenAsync();
    }

    public sealed class Loading : ILoading
    {
        public PooledBuilders Builders;

        public async Task LoadingAsync()
        {
            s_reached = nameof(Loading);
            await Task.Yield();
        }
    }

    public sealed class OfBoth : IOf<int>, IOf<long>
    {
        public async Task OfAsync()
        {
            s_reached = nameof(OfBoth);
            await Task.Yield();
        }
    }

    public abstract class OutOfObjects : IOut<object>
    {
        public virtual async Task OutAsync()
        {
            s_reached = nameof(OutOfObjects);
            await Task.Yield();
        }
    }

    public sealed class OutOfStrings : OutOfObjects, IOut<string>
    {
        async Task IOut<string>.OutAsync()
        {
            s_reached = nameof(OutOfStrings);
            await Task.Yield();
        }
    }

    public sealed class Plain<T> : IPlain
    {
        public async Task PlainAsync()
        {
            s_reached = nameof(Plain<T>);
            await Task.Yield();
        }
    }

    public sealed class Asking<T> : IAsking<T>
        where T : class
    {
        public async Task AskingAsync()
        {
            s_reached = nameof(Asking<T>);
            await Task.Yield();
        }
    }

    public sealed class InOfStrings : IIn<string>
    {
        public async Task InAsync()
        {
            s_reached = nameof(InOfStrings);
            await Task.Yield();
        }
    }

    private static class Outer
    {
        public static IHidden Make() => Inner.Make();

        private static class Inner
        {
            public static IHidden Make() => new Hidden();

            private sealed class Hidden : IHidden
            {
                public async Task HiddenAsync()
                {
                    s_reached = nameof(Hidden);
                    await Task.Yield();
                }
            }
        }
    }
}
