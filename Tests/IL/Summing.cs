using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;

namespace Tests.IL;

/// <summary>
/// Source code that adds numbers while it runs, so that the sum shows which code ran. The methods of this class edit the compiled code, and find instructions
/// in it.
/// </summary>
internal static class Summing
{
    public const string Source = """
        using System;
        using System.Runtime.CompilerServices;

        public static class C
        {
            static int s_sum;
            static void Add(int n) => s_sum += n;
            static void AddOne() => s_sum += 1;
            static void AddTwice(int n) => s_sum += 2 * n;
            static void Throw() => throw new InvalidOperationException();
            static int Sum() => s_sum;

            static int Join(bool jump) { s_sum = 0; if (jump) goto end; Add(10); end: Add(100); return Sum(); }
            static int Select(int i)
            {
                s_sum = 0;
                switch (i) { case 0: Add(10); break; case 1: Add(20); break; case 2: Add(30); break; case 3: Add(40); break; }
                return Sum();
            }

            static int Try() { s_sum = 0; Add(10); try { Add(20); } catch (InvalidOperationException) { Add(100); } Add(1000); return Sum(); }
            static int Finally() { s_sum = 0; try { Add(10); } finally { Add(100); } return Sum(); }
            static int Filter() { s_sum = 0; try { Throw(); } catch (InvalidOperationException) when (Sum() == 0) { Add(10); } return Sum(); }
            static int Loop(int n) { s_sum = 0; for (var i = 0; i < n; i++) { if (i == 2) continue; Add(10); } return Sum(); }
            static int Turns(int n) { s_sum = 0; if (n > 1) Add(1); for (var i = 0; i < n; i++) { Add(10); } return Sum(); }
            [SkipLocalsInit] static int Skips(int n) { var m = 3; while (m < n) { m += m; Add(m); } return m; }
            static void Empty() { }
        }
        """;

    /// <summary>Edits one method.</summary>
    /// <param name="optimised">Whether to compile the source as Release.</param>
    /// <param name="name">The method's name.</param>
    /// <param name="edit">Makes the edit. The arguments are the editor, and a call of <c>AddOne</c> to insert.</param>
    public static Edited Edit(bool optimised, string name, Action<BodyEditor, Instruction> edit) => new(optimised, Source, module =>
    {
        using var editor = new BodyEditor(Edited.Method(module, name));
        edit(editor, Call(editor, "AddOne"));
    });

    /// <summary>Creates a call of one of the source's methods.</summary>
    public static Instruction Call(BodyEditor editor, string name) =>
        Instruction.Create(OpCodes.Call, editor.Body.Method.DeclaringType.Methods.Single(method => method.Name == name));

    /// <summary>Finds the call of <c>Add</c> to which the body passes the given constant.</summary>
    public static Instruction CallWith(BodyEditor editor, int argument) =>
        editor.Body.Instructions.First(i => i.Operand is MethodReference { Name: "Add" } && Convert.ToInt32(i.Previous.Operand) == argument);

    /// <summary>Finds the instruction that loads the given constant for the call of <c>Add</c>.</summary>
    public static Instruction ArgumentOf(BodyEditor editor, int argument) => CallWith(editor, argument).Previous;

    /// <summary>Finds the target of the jump in <c>Join</c>. In a Debug build, the target is a nop.</summary>
    public static Instruction Label(BodyEditor editor)
    {
        var label = ArgumentOf(editor, 100);
        while (editor.Body.Instructions.All(i => i.Operand != label))
        {
            label = label.Previous;
        }

        return label;
    }
}
