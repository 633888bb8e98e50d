#if NET
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace AssemblyToProcess.Valid;

/// <summary>A ref struct refers to a variable. Then a ValueTask is stored in the variable, so code may also use the ValueTask through the ref struct.</summary>
public static class ReferencedValueTasks
{
    public static void By_a_ref_struct(Trace trace)
    {
        var turnstile = new Turnstile();
        ValueTask<int> pending = default;
        var holder = new Holder(ref pending);
        pending = Value(turnstile, 1);
        turnstile.PassAll();
        trace.Add("through the reference", holder.Reference.AsTask().Result);
        trace.Add("in the variable", pending.AsTask().Result);
    }

    public static void By_a_span(Trace trace)
    {
        var turnstile = new Turnstile();
        ValueTask<int> pending = default;
        var span = MemoryMarshal.CreateSpan(ref pending, 1);
        pending = Value(turnstile, 2);
        turnstile.PassAll();
        trace.Add("through the reference", span[0].AsTask().Result);
        trace.Add("in the variable", pending.AsTask().Result);
    }

    public static void By_a_ref_struct_that_a_method_makes(Trace trace)
    {
        var turnstile = new Turnstile();
        ValueTask<int> pending = default;
        Hold(ref pending, out var holder);
        pending = Value(turnstile, 3);
        turnstile.PassAll();
        trace.Add("through the reference", holder.Reference.AsTask().Result);
        trace.Add("in the variable", pending.AsTask().Result);
    }

    public static void By_a_ref_struct_that_is_there(Trace trace)
    {
        var turnstile = new Turnstile();
        ValueTask<int> other = default;
        ValueTask<int> pending = default;
        scoped var holder = new Holder(ref other);
        holder.Set(ref pending);
        pending = Value(turnstile, 4);
        turnstile.PassAll();
        trace.Add("through the reference", holder.Reference.AsTask().Result);
        trace.Add("in the variable", pending.AsTask().Result);
    }

    /// <summary>The code never reads the variable, but it uses the ValueTask through the ref struct. So the ValueTask is not discarded.</summary>
    public static void By_a_ref_struct_alone(Trace trace)
    {
        var turnstile = new Turnstile();
        ValueTask<int> pending = default;
        var holder = new Holder(ref pending);
        pending = Value(turnstile, 5);
        turnstile.PassAll();
        trace.Add("through the reference", holder.Reference.AsTask().Result);
    }

    public static async Task By_a_ref_struct_in_an_async_method(Trace trace)
    {
        var turnstile = new Turnstile();
        ValueTask<int> pending = default;
        Store(new Holder(ref pending), turnstile);
        turnstile.PassAll();
        trace.Add("in the variable", await pending + await pending);
    }

    public static async Task Beside_a_call_that_is_awaited(Trace trace)
    {
        var turnstile = new Turnstile();
        var awaited = Awaited(turnstile);
        turnstile.PassAll();
        trace.Add("awaited", await awaited);
    }

    private static async Task<int> Awaited(Turnstile turnstile) => await Value(turnstile, 7);

    private static void Store(Holder holder, Turnstile turnstile) => holder.Reference = Value(turnstile, 6);

    private static void Hold(ref ValueTask<int> pending, out Holder holder) => holder = new Holder(ref pending);

    private static async ValueTask<int> Value(Turnstile turnstile, int value)
    {
        await turnstile;
        return value;
    }

    private ref struct Holder
    {
        public ref ValueTask<int> Reference;

        public Holder(ref ValueTask<int> reference) => Reference = ref reference;

        public void Set([UnscopedRef] ref ValueTask<int> reference) => Reference = ref reference;
    }
}
#endif
